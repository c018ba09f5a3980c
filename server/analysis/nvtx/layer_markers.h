// Numbered ranges that only mark where a layer begins, such as those of a framework's hooks: they end before
// the work of the layer is launched, or hold none at all.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval_set.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// A layer lies between its marker and the next one of its thread. It is whole where the next range of its
// label goes on counting, as most of them do, or the next marker, of another label, has its number: `before
// 3`, `after 3`. What follows the last one may be anything, and belongs to no layer.
struct LayerMarkers {
  // By share of the kernel time between them; ranges that hold more than this are layers themselves.
  static constexpr double kMostInside = 0.1;
  struct Layer {
    Interval on_host;    // from the beginning of the marker to that of the next
    uint32_t range = 0;  // the marker, by NVTX row
  };
  std::vector<std::vector<Layer>> of_thread;  // by start; none where numbered ranges hold their work
  int64_t last_ones = 0;                      // markers of which it is unknown how far their layer goes

  bool empty() const { return of_thread.empty(); }
  // The marker of the layer that holds the whole call; NvtxForest::kNoRange where none does.
  uint32_t around(const Calls& calls, uint32_t call) const;
};
// Build with `profile.derived(build_layer_markers)`.
LayerMarkers build_layer_markers(const Profile& profile);

// By NVTX row: the outermost range of a numbered label that names no step, around it or itself;
// NvtxForest::kNoRange where there is none. Build with `profile.derived(build_numbered_ranges)`.
struct NumberedRanges {
  std::vector<uint32_t> outermost;
};
NumberedRanges build_numbered_ranges(const Profile& profile);

// By NVTX row: the outermost of the wanted ranges around it, itself among them.
std::vector<uint32_t> outermost_ranges(const Profile& profile, const std::vector<bool>& wanted);

}  // namespace nsys_ai
