// Finds labels whose number counts up from one repeat to the next: `blocks.3`, `blocks.4`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

struct NumberedBlocks {
  uint32_t label = 0;            // in NvtxLabels::labels
  std::vector<uint32_t> ranges;  // by repeat: the first open range of that label, or NvtxForest::kNoRange
};

// Finds the label, among ranges of one thread, whose first number changes by the same amount from each repeat
// to the next, up or, as in a backward pass, down. `on_host` has the time at which the thread began each
// repeat, in order; empty where it is unknown. A label that names a step is no block, and neither is a
// counter of progress, for example `batch 7`: a number that is no index in a path and only counts up.
std::optional<NumberedBlocks> find_numbered_blocks(const Profile& profile, ThreadIx thread,
                                                   const std::vector<std::optional<int64_t>>& on_host,
                                                   int64_t end);

}  // namespace nsys_ai
