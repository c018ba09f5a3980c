// Runs of small kernels, and the gaps between them.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai::inline analysis {

struct SmallKernelLimits {
  int64_t kernel_ns = 5'000;  // a small kernel runs for less
  int64_t gap_ns = 10'000;    // a short gap lasts for less: between two small kernels, a matter of launches
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

}  // namespace nsys_ai::inline analysis
