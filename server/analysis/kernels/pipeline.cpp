// Walks each device in time order and tracks until when it is busy.
#include "analysis/kernels/pipeline.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "analysis/kernels/first_kernels.h"
#include "profile/order.h"

namespace nsys_ai {

std::vector<Pipeline> launch_pipelines(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const FirstKernels& first = profile.derived(build_first_kernels);
  const OperationNumbers numbers(profile);
  std::vector<Pipeline> of_thread(profile.threads().size());
  for (const DeviceIx device : scope.devices()) {
    std::optional<int64_t> busy_until;
    for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
      const auto [kind, at] = numbers[number];
      const Interval whole = numbers.family(kind).interval(at);
      const std::optional<int64_t> before = busy_until;
      busy_until = std::max(before.value_or(whole.end), whole.end);
      if (kind != OperationNumbers::kernel || !first.is_first[at] || !scope.clip(whole)) continue;
      const Interval call = calls.interval(launches.of_kernel[at]);
      Pipeline& thread = of_thread[calls.thread[launches.of_kernel[at]]];
      ++thread.launches;
      if (!before) continue;
      thread.ahead += *before > call.end ? 1 : 0;
      if (*before > call.start) continue;
      ++thread.starved;
      const Interval idle{*before, whole.start};
      if (!idle.empty()) thread.starved_ns += scope.clip(idle).value_or(Interval()).duration();
    }
  }
  std::vector<Pipeline> all;
  for (size_t thread = 0; thread < of_thread.size(); ++thread) {
    if (of_thread[thread].launches == 0) continue;
    all.push_back(of_thread[thread]);
    all.back().thread = ThreadIx(thread);
  }
  std::stable_sort(all.begin(), all.end(), [](const Pipeline& a, const Pipeline& b) {
    return std::tie(a.starved_ns, a.launches) > std::tie(b.starved_ns, b.launches);
  });
  return all;
}

}  // namespace nsys_ai
