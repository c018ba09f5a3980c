// GPU time by layer of a model, from numbered NVTX ranges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Ranges of one text under one path of labels. Their kernels, clipped to the scope; sums over kernels and
// devices in ns.
struct LayerTime {
  std::string layer;      // the text, with its number but without operator ids
  uint32_t path = 0;      // in NvtxPaths: of the ranges themselves
  int64_t instances = 0;  // ranges that launched a kernel of the scope
  int64_t kernels = 0;
  Sum compute{};
  Sum communication{};

  Sum total() const { return Sum(compute) += communication; }
};
struct LayerTimes {
  enum class Basis { numbered, between_markers, repeating, none };
  Basis basis = Basis::none;
  std::vector<LayerTime> layers;  // by total, the largest first, then by text and path
  Sum kernel_time{};              // of all kernels in scope, in layers or not
  int64_t last_markers = 0;       // of the capture, of which it is unknown how far their layer goes
};
// A kernel belongs to the outermost range around its launch whose label is numbered and names no step. Where
// such ranges only mark layers (layer_markers.h), to the marker before its launch. Where no kernel has
// either, to the outermost whose label occurs more than once in the range around it.
LayerTimes layer_times(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
