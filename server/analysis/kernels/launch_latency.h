// Computes the time from the start of a launch call to the start of its kernel, by launching thread.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// In ns, clipped to the window; percentiles interpolate linearly and are rounded.
struct LaunchLatency {
  ThreadIx thread;
  int64_t launches = 0;
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t p99 = 0;
  int64_t max = 0;
};

struct LaunchLatencies {
  // One element per thread that launched kernels on the devices of the scope; sorted by number of launches in
  // descending order, then in the order of the threads. A call that started several kernels counts once, with
  // the first of them.
  std::vector<LaunchLatency> of_threads;
  // Kernels of the scope that by the clocks start before their call. They count nowhere.
  std::vector<uint32_t> impossible;
};
LaunchLatencies launch_latencies(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
