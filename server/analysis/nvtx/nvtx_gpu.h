// Projects NVTX ranges onto GPUs: when the work of a range ran on a device, and how much work is attributed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/nvtx_forest.h"
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
  Sum kernel_time_with_launch{};
  Sum kernel_time_in_nvtx{};
};
// `12 of 40 kernels, 1.2 ms of 3 ms of kernel time, were launched in no range`; counts those apart whose
// launch was not recorded.
std::string outside_note(const NvtxCoverage& coverage);
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
  int64_t meanwhile = 0;  // of these, operations that another thread launched while it was open
};
// By start; of equal starts the longer one first, of equal times the range around the other.
class ProjectionOrder {
 public:
  explicit ProjectionOrder(const Profile& profile) : profile_(profile) {}
  bool operator()(const Projection& a, const Projection& b) const {
    if (a.time.start != b.time.start) return a.time.start < b.time.start;
    if (a.time.end != b.time.end) return a.time.end > b.time.end;
    return a.range != b.range ? range_precedes(profile_, a.range, b.range) : a.device < b.device;
  }

 private:
  const Profile& profile_;
};

// The first `most` in order.
struct Projections {
  std::vector<Projection> first;
  int64_t total = 0;  // number of projections
};
// Projects the ranges that `wanted` selects by NVTX row; several threads call it at once.
Projections projections(const Profile& profile, const Scope& scope,
                        const std::function<bool(uint32_t)>& wanted, size_t most = SIZE_MAX);

// The same with the work that other threads launched while a range was open (meanwhile.h): all work of a
// step.
Projections projections_with_meanwhile(const Profile& profile, const Scope& scope,
                                       const std::function<bool(uint32_t)>& wanted);

// Projects layers: the work between each marker that `wanted` selects and the next one (layer_markers.h).
Projections projections_between_markers(const Profile& profile, const Scope& scope,
                                        const std::function<bool(uint32_t)>& wanted);

}  // namespace nsys_ai
