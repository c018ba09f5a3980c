// Labels that number up from one repeat to the next: `blocks.3`, `blocks.4`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

struct NumberedBlocks {
  uint32_t label = 0;  // in NvtxLabels::labels
  std::vector<uint32_t>
      ranges;  // by repeat: the first of that label that is open in it, or NvtxForest::kNoRange
};

// The label, of ranges of one thread, whose first number in each repeat differs from that of the repeat
// before by the same number, up or, as in a backward pass, down. `on_host` says when the thread began each
// repeat, in order; nothing where it is not known. A label that names a step is no block, and neither is one
// that counts what goes on with time, such as `batch 7`: a number that is no index in a path and only ever
// counts up.
std::optional<NumberedBlocks> find_numbered_blocks(const Profile& profile, ThreadIx thread,
                                                   const std::vector<std::optional<int64_t>>& on_host,
                                                   int64_t end);

}  // namespace nsys_ai
