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
  // Indexed by NVTX row, as an index into `sources`: the source of a launch whose innermost range it is, as
  // its ancestors have it.
  std::vector<uint32_t> of_range;
  std::vector<LabelSpecificity> of_label;  // indexed by label of NvtxLabels
};
RangeSources build_range_sources(const Profile& profile);

// The range that the source of a kernel's launch is taken from; NvtxForest::kNoRange when no label says
// anything.
uint32_t best_range_around(const Profile& profile, uint32_t kernel);

}  // namespace nsys_ai
