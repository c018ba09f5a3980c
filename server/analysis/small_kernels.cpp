// One sweep over the operations of each device, which remembers only what it saw last.
#include "analysis/small_kernels.h"

#include "profile/order.h"

namespace nsys_ai {

SmallKernels small_kernels(const Profile& profile, const SmallKernelLimits& limits) {
  const OperationNumbers numbers(profile);
  SmallKernels small;
  for (const auto& of_device : profile.derived(build_operation_order).of_device) {
    bool any = false;
    int64_t busy_until = 0;
    bool small_before = false;  // a small kernel ends where the device was last busy
    Interval gap;               // the last one; several operations may begin where it ends
    bool counted = true;
    for (const uint32_t number : of_device) {
      const auto [kind, at] = numbers[number];
      const Interval of = numbers.family(kind).interval(at);
      const bool is_small = kind == OperationNumbers::kernel && of.length() < limits.kernel_ns;
      small.count += is_small ? 1 : 0;
      if (any && of.start > busy_until) {
        gap = {busy_until, of.start};
        counted = !small_before || gap.length() >= limits.gap_ns;
      }
      if (!counted && is_small && of.start == gap.end) {
        small.gap_time += gap.length();
        small.time += gap.length() + of.length();
        counted = true;
      }
      if (!any || of.end > busy_until) small_before = is_small;
      if (any && of.end == busy_until) small_before |= is_small;
      busy_until = any ? std::max(busy_until, of.end) : of.end;
      any = true;
    }
  }
  return small;
}

}  // namespace nsys_ai
