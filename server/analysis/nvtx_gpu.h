// What NVTX ranges did on the GPU: kernels by path, when a range was on a device, and how much is attributed.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// How much of the kernels' time ranges explain, in ns and clipped to the scope. A kernel counts once, however
// many ranges are around its launch.
struct NvtxCoverage {
  int64_t ranges = 0;  // that an operation can lie in: closed, begun and ended on one thread
  int64_t kernels = 0;
  int64_t kernels_with_launch = 0;
  int64_t kernels_in_nvtx = 0;
  Sum kernel_time{};
  Sum kernel_time_in_nvtx{};
};
NvtxCoverage nvtx_coverage_of(const Profile& profile, const Scope& scope);

// Kernels of one name whose launch has one path of labels innermost.
struct PathKernel {
  uint32_t path = 0;  // in NvtxPaths
  NameId kernel;
  int64_t calls = 0;
  Sum total{};
};
// By total, the largest first; of equal ones by path text and kernel name. Behind the first `most` in no
// order.
std::vector<PathKernel> kernels_by_path(const Profile& profile, const Scope& scope, size_t most = SIZE_MAX);

// A range on one device: all operations whose launch lies inside it, at any depth, clipped to the scope.
struct Projection {
  uint32_t range = 0;  // NVTX row
  DeviceIx device;
  Interval time;     // first start to last end
  int64_t busy = 0;  // the union of the operations
  Sum kernel_sum{};  // the kernels among them, summed
  int64_t operations = 0;
};
// By start; of equal starts the longer one first, then by row and device.
std::vector<Projection> projections(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
