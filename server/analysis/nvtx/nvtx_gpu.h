// What NVTX ranges did on the GPU: when a range was on a device, and how much is attributed.
#pragma once

#include <cstdint>
#include <functional>
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
NvtxCoverage build_nvtx_coverage(const Profile& profile);

// A range on one device: all operations whose launch lies inside it, at any depth, clipped to the scope.
struct Projection {
  uint32_t range = 0;  // NVTX row
  DeviceIx device;
  Interval time;     // first start to last end
  int64_t busy = 0;  // the union of the operations
  Sum kernel_sum{};  // the kernels among them, summed
  int64_t operations = 0;
};
// The first `most` by start; of equal starts the longer one first, then by row and device.
struct Projections {
  std::vector<Projection> first;
  int64_t total = 0;  // how many there are
};
// Of the ranges that `wanted` picks by NVTX row; it is called by several threads at once.
Projections projections(const Profile& profile, const Scope& scope,
                        const std::function<bool(uint32_t)>& wanted, size_t most = SIZE_MAX);

// Of layers: what lies between the markers that `wanted` picks and the next (layer_markers.h).
Projections projections_between_markers(const Profile& profile, const Scope& scope,
                                        const std::function<bool(uint32_t)>& wanted);

// The projections of one device in the same order, for those who need the times alone and keep none: calls
// `visit` with each range that `wanted` picks, until it says false. Returns how many there are. Keeps eight
// bytes for each NVTX row of the device's process meanwhile.
int64_t each_projection(const Profile& profile, Clipping time, DeviceIx device,
                        const std::function<bool(uint32_t range)>& wanted,
                        const std::function<bool(uint32_t range, Interval time)>& visit);

}  // namespace nsys_ai
