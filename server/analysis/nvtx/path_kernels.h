// Kernels by the path of NVTX labels around their launch.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Kernels of one name whose launch has one path of labels innermost.
struct PathKernel {
  uint32_t path = 0;  // in NvtxPaths
  NameId kernel;
  int64_t calls = 0;
  Sum total{};
};
// The first `most` by total, the largest first; of equal ones by path text and kernel name.
struct PathKernels {
  std::vector<PathKernel> first;
  int64_t total = 0;  // how many there are
};
PathKernels kernels_by_path(const Profile& profile, const Scope& scope, size_t most = SIZE_MAX);

}  // namespace nsys_ai
