// Writes a trace in any format.
#pragma once

#include "analysis/scope.h"
#include "base/work.h"
#include "trace/event.h"
#include "trace/writer.h"

namespace nsys_ai::perfetto {

// Like write_trace, but into `writer`.
Result<TraceStats> write_with(Writer& writer, const Recorded& recorded, const Scope& scope,
                              const TraceOptions& options, const Work& work);
// From the first recorded event to the end of the last one.
Interval run_of(const Recorded& recorded);
// Includes events that are read on first use if they are requested; fails when they cannot be read.
Result<Recorded> recorded_for(const Profile& profile, const TraceOptions& options, const Work& work);

}  // namespace nsys_ai::perfetto
