// One counting sort by thread, then a selection in each thread.
#include "analysis/kernels/launch_latency.h"

#include <algorithm>

#include "analysis/durations.h"
#include "analysis/kernels/first_kernels.h"
#include "base/context.h"
#include "base/parallel.h"
#include "profile/order.h"

namespace nsys_ai {

LaunchLatencies launch_latencies(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const FirstKernels& first = profile.derived(build_first_kernels);
  DurationGroups groups =
      grouped_durations(profile.threads().size(), first.kernels.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i) {
          const uint32_t kernel = first.kernels[i];
          if (!scope.has(kernels.stream[kernel])) continue;
          const uint32_t call = launches.of_kernel[kernel];
          const int64_t from = calls.start[call];
          if (kernels.start[kernel] < from) continue;
          const auto inside = scope.clip({from, kernels.start[kernel]});
          if (inside) visit(calls.thread[call], inside->duration());
        }
      });
  std::vector<LaunchLatency> of_thread(profile.threads().size());
  parallel_for(usable_cores(), of_thread.size(), [&](size_t thread) {
    if (groups.count(thread) == 0) return;
    LaunchLatency& of = of_thread[thread];
    of.thread = ThreadIx(thread);
    of.launches = static_cast<int64_t>(groups.count(thread));
    groups.of(thread, [&of](auto times) {
      of.max = *std::max_element(times.begin(), times.end());
      Percentiles percentiles(times);
      of.p50 = percentiles.at(0.5);
      of.p90 = percentiles.at(0.9);
      of.p99 = percentiles.at(0.99);
    });
  });
  LaunchLatencies found;
  std::vector<LaunchLatency>& all = found.of_threads;
  for (const LaunchLatency& of : of_thread)
    if (of.launches > 0) all.push_back(of);
  std::stable_sort(all.begin(), all.end(),
                   [](const LaunchLatency& a, const LaunchLatency& b) { return a.launches > b.launches; });
  ThrottledCheck check;
  for (const uint32_t kernel : first.kernels) {
    check();
    if (scope.has(kernels.stream[kernel]) &&
        kernels.start[kernel] < calls.start[launches.of_kernel[kernel]] &&
        scope.clip({kernels.start[kernel], kernels.start[kernel] + kernels.duration[kernel]}))
      found.impossible.push_back(kernel);
  }
  return found;
}

}  // namespace nsys_ai
