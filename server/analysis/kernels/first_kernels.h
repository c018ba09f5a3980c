// Finds the first kernel that each launch call started.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// A launch of a CUDA graph starts many kernels, and only the first of them depends on the host alone. Build
// with `profile.derived(build_first_kernels)`.
struct FirstKernels {
  std::vector<uint32_t> kernels;  // rows of `Profile::kernels()`, in the order of their calls
  std::vector<bool> is_first;     // indexed by row of `Profile::kernels()`
};
FirstKernels build_first_kernels(const Profile& profile);

}  // namespace nsys_ai
