// Computes GPU time by model layer, from numbered NVTX ranges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Ranges with one text under one path of labels, and their kernels, clipped to the scope; sums over kernels
// and devices in ns.
struct LayerTime {
  std::string layer;      // the text, with its number but without operator ids
  uint32_t path = 0;      // in NvtxPaths: the path of the ranges
  int64_t instances = 0;  // ranges that launched a kernel of the scope
  int64_t kernels = 0;
  Sum compute{};
  Sum communication{};

  Sum total() const { return Sum(compute) += communication; }
};
struct LayerTimes {
  enum class Basis { numbered, between_markers, repeating, none };
  Basis basis = Basis::none;
  std::vector<LayerTime> layers;  // sorted by total in descending order, then by text and path
  Sum kernel_time{};              // of all kernels in scope, in layers or not
  int64_t last_markers = 0;       // markers in the capture whose layer has no known end
};
// A kernel belongs to the outermost range around its launch whose label is numbered and names no step. Where
// no kernel has one, it belongs to the outermost range whose label occurs more than once in its parent range.
// Only where these ranges launch less than half of the kernel time, and numbered ones mark layers
// (layer_markers.h), it belongs to the marker before its launch.
LayerTimes layer_times(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
