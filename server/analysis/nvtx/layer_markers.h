// Finds numbered ranges that only mark where a layer begins, for example those of a framework's hooks: they
// end before the layer's work is launched, or contain none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval_set.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// A layer lies between its marker and the next one of its thread. Its end is known where the next range of
// its label continues the count by the most frequent increment, or the next marker, of another label, has the
// same number: `before 3`, `after 3`. What follows the last marker may be unrelated, and belongs to no layer.
struct LayerMarkers {
  // Maximum share of the kernel time between the ranges that lies inside them; ranges with more are layers
  // themselves.
  static constexpr double kMostInside = 0.1;
  struct Layer {
    Interval on_host;    // from the beginning of the marker to that of the next
    uint32_t range = 0;  // the marker's NVTX row
  };
  std::vector<std::vector<Layer>> of_thread;  // by start; empty where numbered ranges contain their work
  int64_t last_ones = 0;                      // markers whose layer has no known end

  bool empty() const { return of_thread.empty(); }
  // The marker of the layer that contains the call; NvtxForest::kNoRange where none does.
  uint32_t around(const Calls& calls, uint32_t call) const;
};
// Build with `profile.derived(build_layer_markers)`.
LayerMarkers build_layer_markers(const Profile& profile);

// Indexed by NVTX row: the outermost range, itself included, around it whose label is numbered and names no
// step; NvtxForest::kNoRange where there is none. Build with `profile.derived(build_numbered_ranges)`.
struct NumberedRanges {
  std::vector<uint32_t> outermost;
};
NumberedRanges build_numbered_ranges(const Profile& profile);

// Indexed by NVTX row: the outermost wanted range around it, itself included.
std::vector<uint32_t> outermost_ranges(const Profile& profile, const std::vector<bool>& wanted);

}  // namespace nsys_ai
