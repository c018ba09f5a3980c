// Small kernels one behind the other, and what lies between them.
#pragma once

#include <cstdint>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

struct SmallKernelLimits {
  int64_t kernel_ns = 0;  // a small kernel runs for less
  int64_t gap_ns = 0;     // a short gap lasts for less
};

// Sums over all devices of the capture, in ns.
struct SmallKernels {
  int64_t count = 0;  // small kernels
  Sum gap_time{};     // gaps in which the device does nothing, each short and between two small kernels
  Sum time{};         // the same gaps, and the kernel behind each
};
SmallKernels small_kernels(const Profile& profile, const SmallKernelLimits& limits);

}  // namespace nsys_ai
