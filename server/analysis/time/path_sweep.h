// Computes the critical path of one process in one sweep over its calls and operations in time order.
#pragma once

#include <optional>

#include "analysis/time/critical_path.h"
#include "analysis/time/path_calls.h"

namespace nsys_ai {

// Empty where the process has no activity in the scope, or where it was cancelled.
std::optional<CriticalPath> sweep_path(const Profile& profile, const Scope& scope, ProcessIx process,
                                       const PathCalls& calls, const CancelToken& cancel);

}  // namespace nsys_ai
