// The critical path of one process, in one sweep over its calls and operations in order of time.
#pragma once

#include <optional>

#include "analysis/time/critical_path.h"
#include "analysis/time/path_calls.h"

namespace nsys_ai {

// Nothing where the process did nothing in the scope, or where it was cancelled.
std::optional<CriticalPath> sweep_path(const Profile& profile, const Scope& scope, ProcessIx process,
                                       const PathCalls& calls, const CancelToken& cancel);

}  // namespace nsys_ai
