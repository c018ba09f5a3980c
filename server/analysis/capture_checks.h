// Checks whether a capture has matching launches and operations, and how much time the recording itself took.
#pragma once

#include <cstdint>

#include "analysis/scope.h"
#include "analysis/time/coverage.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// Counts and times (ns) within the scope, of operations that are in it at least in part.
struct LaunchChecks {
  int64_t operations = 0;  // kernels, copies, memsets and graphs recorded as one operation
  int64_t operations_with_launch = 0;
  // In the whole capture, of the processes that use a GPU of the scope.
  LaunchCounts launches;
  bool has_ranges = false;
  int64_t kernel_ns = 0;
  int64_t kernel_ns_with_launch = 0;
  int64_t kernel_ns_in_nvtx = 0;
};
LaunchChecks launch_checks(const Profile& profile, const Scope& scope);

struct RecordingChecks {
  int64_t overhead_ns = 0;         // profiler overhead in the window, the union over processes
  int64_t longest_silence_ns = 0;  // in the window: no CUDA call and no operation runs in any process
  int64_t errors = 0;              // errors that the profiler reported, in the entire capture
  int64_t warnings = 0;
};
Result<RecordingChecks> recording_checks(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
