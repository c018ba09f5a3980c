// One sweep over the operations of each device, which remembers only what it saw last.
#include "analysis/kernels/small_kernels.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai::inline analysis {

namespace {

// What a sweep saw last.
struct Sweep {
  bool any = false;
  int64_t busy_until = 0;
  bool small_before = false;  // a small kernel ends where the device was last busy
  Interval gap;               // the last one; several operations may begin where it ends
  bool counted = true;
};

void step(Sweep& sweep, Interval of, bool is_small, const SmallKernelLimits& limits, SmallKernels& small) {
  small.count += is_small ? 1 : 0;
  if (sweep.any && of.start > sweep.busy_until) {
    sweep.gap = {sweep.busy_until, of.start};
    sweep.counted = !sweep.small_before || sweep.gap.duration() >= limits.gap_ns;
  }
  if (!sweep.counted && is_small && of.start == sweep.gap.end) {
    small.gap_time += sweep.gap.duration();
    small.time += sweep.gap.duration() + of.duration();
    sweep.counted = true;
  }
  if (!sweep.any || of.end > sweep.busy_until) sweep.small_before = is_small;
  if (sweep.any && of.end == sweep.busy_until) sweep.small_before |= is_small;
  sweep.busy_until = sweep.any ? std::max(sweep.busy_until, of.end) : of.end;
  sweep.any = true;
}

}  // namespace

std::vector<SmallKernels> small_kernels(const Profile& profile, const Scope& scope,
                                        const SmallKernelLimits& limits) {
  const OperationNumbers numbers(profile);
  const auto& order = profile.derived(build_operation_order).of_device;
  std::vector<SmallKernels> found;
  for (const DeviceIx device : scope.devices()) {
    SmallKernels small;
    small.device = device;
    Sweep sweep;
    for (const uint32_t number : order[device]) {
      const auto [kind, at] = numbers[number];
      const Interval whole = numbers.family(kind).interval(at);
      const auto inside = scope.clip(whole);
      if (!inside) continue;
      // What the window cuts short is no small kernel.
      const bool is_small = kind == OperationNumbers::kernel && whole.duration() < limits.kernel_ns;
      step(sweep, *inside, is_small, limits, small);
    }
    found.push_back(small);
  }
  return found;
}

}  // namespace nsys_ai::inline analysis
