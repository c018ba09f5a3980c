// Reads the source of a launch from the labels of the NVTX ranges around it, once per range.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/host/code_source.h"
#include "profile/profile.h"

namespace nsys_ai {

// How specific the label of a range is. Of the ranges around a launch the most specific one counts, and of
// equal ones the innermost.
enum class LabelSpecificity : uint8_t { nothing, of_operator, of_package, own_name, own_source };

// Build with `profile.derived(build_range_sources)`.
struct RangeSources {
  static constexpr uint32_t kNothing = UINT32_MAX;  // no label says anything
  std::vector<CodeSource> sources;
  // Indexed by NVTX row, as an index into `sources`: the source of a launch whose innermost range it is. For
  // a start/end range, which is in no tree, the source of its own label.
  std::vector<uint32_t> of_range;
  std::vector<LabelSpecificity> of_label;  // indexed by label of NvtxLabels
  bool any_start_end = false;
};
RangeSources build_range_sources(const Profile& profile);

// The range that `of_range` takes the source from, for a call whose innermost range is `innermost`;
// NvtxForest::kNoRange when no label says anything. If that is a start/end range, the push/pop ranges around
// the call are considered too.
uint32_t best_range_around(const Profile& profile, uint32_t innermost, uint32_t call);

}  // namespace nsys_ai
