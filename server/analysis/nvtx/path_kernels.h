// Groups kernels by the path of NVTX labels around their launch.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Kernels of one name whose launches have the same path of labels.
struct PathKernel {
  uint32_t path = 0;  // in NvtxPaths
  NameId kernel;
  int64_t calls = 0;
  Sum total{};
};
// The first `most` by total in descending order, then by path text and kernel name.
struct PathKernels {
  std::vector<PathKernel> first;
  int64_t total = 0;  // number before truncation
};
PathKernels kernels_by_path(const Profile& profile, const Scope& scope, size_t most = SIZE_MAX);

}  // namespace nsys_ai
