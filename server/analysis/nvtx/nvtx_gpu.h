// Projects NVTX ranges onto GPUs: when the work of a range ran on a device, and how much work is attributed.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// The share of the kernels' time that ranges cover, in ns and clipped to the scope. A kernel counts once,
// however many ranges surround its launch.
struct NvtxCoverage {
  int64_t ranges = 0;  // ranges that can contain a launch: closed, on one thread
  int64_t kernels = 0;
  int64_t kernels_with_launch = 0;
  int64_t kernels_in_nvtx = 0;
  Sum kernel_time{};
  Sum kernel_time_in_nvtx{};
};
NvtxCoverage nvtx_coverage_of(const Profile& profile, const Scope& scope);
NvtxCoverage build_nvtx_coverage(const Profile& profile);

// A range on one device: all operations launched inside it, at any depth, clipped to the scope.
struct Projection {
  uint32_t range = 0;  // NVTX row
  DeviceIx device;
  Interval time;     // first start to last end
  int64_t busy = 0;  // the union of its operations
  Sum kernel_sum{};  // summed over its kernels
  int64_t operations = 0;
};
// The first `most` by start; of equal starts the longer one first, then by row and device.
struct Projections {
  std::vector<Projection> first;
  int64_t total = 0;  // number of projections
};
// Projects the ranges that `wanted` selects by NVTX row; several threads call it at once.
Projections projections(const Profile& profile, const Scope& scope,
                        const std::function<bool(uint32_t)>& wanted, size_t most = SIZE_MAX);

// Projects layers: the work between each marker that `wanted` selects and the next one (layer_markers.h).
Projections projections_between_markers(const Profile& profile, const Scope& scope,
                                        const std::function<bool(uint32_t)>& wanted);

// Computes the projections of one device in the same order without storing them: calls `visit` with each
// range that `wanted` selects, until it returns false. Returns how many there are. Uses eight bytes for each
// NVTX row of the device's process meanwhile.
int64_t each_projection(const Profile& profile, Clipping time, DeviceIx device,
                        const std::function<bool(uint32_t range)>& wanted,
                        const std::function<bool(uint32_t range, Interval time)>& visit);

}  // namespace nsys_ai
