// Finds runs of small kernels, and the gaps between them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

struct SmallKernelLimits {
  int64_t kernel_ns = 5'000;  // small kernels are shorter than this
  // Short gaps are shorter than this: typical for launches between two small kernels.
  int64_t gap_ns = 10'000;
};

// Finds the small gaps of a device from its operations in the order of their starts.
class SmallGaps {
 public:
  explicit SmallGaps(const SmallKernelLimits& limits = {}) : limits_(limits) {}

  // The gap before the operation if it is small, that is, short and between two small kernels, of which this
  // is the second. `is_small` says whether the operation is a small kernel.
  std::optional<Interval> before(Interval operation, bool is_small);

 private:
  SmallKernelLimits limits_;
  bool any_ = false;
  int64_t busy_until_ = 0;
  bool small_before_ = false;  // a small kernel is the operation that ended last
  Interval gap_;               // the latest gap; several operations may begin where it ends
  bool losses_ = true;
};

// Results for one device, clipped to the window; times in ns.
struct SmallKernels {
  DeviceIx device;
  int64_t count = 0;  // small kernels
  Sum gap_time{};     // short gaps between two small kernels, in which the device is idle
  Sum time{};         // the same gaps, and the kernel after each
};
// One element per device of the scope, in the order of the scope.
std::vector<SmallKernels> small_kernels(const Profile& profile, const Scope& scope,
                                        const SmallKernelLimits& limits = {});

}  // namespace nsys_ai
