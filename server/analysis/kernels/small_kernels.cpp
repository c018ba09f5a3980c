// One sweep over the operations of each device, which stores only the latest gap and end.
#include "analysis/kernels/small_kernels.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai {

std::optional<Interval> SmallGaps::before(Interval of, bool is_small) {
  std::optional<Interval> small;
  if (any_ && of.start > busy_until_) {
    gap_ = {busy_until_, of.start};
    losses_ = !small_before_ || gap_.duration() >= limits_.gap_ns;
  }
  if (!losses_ && is_small && of.start == gap_.end) {
    small = gap_;
    losses_ = true;
  }
  if (!any_ || of.end > busy_until_) small_before_ = is_small;
  if (any_ && of.end == busy_until_) small_before_ |= is_small;
  busy_until_ = any_ ? std::max(busy_until_, of.end) : of.end;
  any_ = true;
  return small;
}

std::vector<SmallKernels> small_kernels(const Profile& profile, const Scope& scope,
                                        const SmallKernelLimits& limits) {
  const OperationNumbers numbers(profile);
  const auto& order = profile.derived(build_operation_order).of_device;
  std::vector<SmallKernels> found;
  for (const DeviceIx device : scope.devices()) {
    SmallKernels small;
    small.device = device;
    SmallGaps gaps(limits);
    for (const uint32_t number : order[device]) {
      const auto [kind, at] = numbers[number];
      const Interval whole = numbers.family(kind).interval(at);
      const auto inside = scope.clip(whole);
      if (!inside) continue;
      // A clipped kernel is not small.
      const bool is_small = kind == OperationNumbers::kernel && whole.duration() < limits.kernel_ns;
      small.count += is_small ? 1 : 0;
      const auto gap = gaps.before(*inside, is_small);
      if (!gap) continue;
      small.gap_time += gap->duration();
      small.time += gap->duration() + inside->duration();
    }
    found.push_back(small);
  }
  return found;
}

}  // namespace nsys_ai
