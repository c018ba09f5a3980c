// Runs of small kernels, and the gaps between them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

struct SmallKernelLimits {
  int64_t kernel_ns = 5'000;  // a small kernel runs for less
  int64_t gap_ns = 10'000;    // a short gap lasts for less: between two small kernels, a matter of launches
};

// Tells small gaps from others, as the operations of a device come by in the order of their starts.
class SmallGaps {
 public:
  explicit SmallGaps(const SmallKernelLimits& limits = {}) : limits_(limits) {}

  // The gap before the operation, where it is small: short, and between two small kernels, of which this is
  // the second. `is_small` says whether the operation is a small kernel.
  std::optional<Interval> before(Interval operation, bool is_small);

 private:
  SmallKernelLimits limits_;
  bool any_ = false;
  int64_t busy_until_ = 0;
  bool small_before_ = false;  // a small kernel ends where the device was last busy
  Interval gap_;               // the last one; several operations may begin where it ends
  bool losses_ = true;
};

// Of one device, clipped to the window; times in ns.
struct SmallKernels {
  DeviceIx device;
  int64_t count = 0;  // small kernels
  Sum gap_time{};     // gaps in which the device does nothing, each short and between two small kernels
  Sum time{};         // the same gaps, and the kernel after each
};
// One element a device of the scope, in its order.
std::vector<SmallKernels> small_kernels(const Profile& profile, const Scope& scope,
                                        const SmallKernelLimits& limits = {});

}  // namespace nsys_ai
