// Walks outwards from the last range that begins earlier.
#include "analysis/nvtx/range_around.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai {

uint32_t range_around(const Profile& profile, ThreadIx thread, Interval time) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const auto& ranges = forest.of_thread[thread];
  const auto behind = std::partition_point(ranges.begin(), ranges.end(),
                                           [&](uint32_t range) { return nvtx.start[range] <= time.start; });
  if (behind == ranges.begin()) return NvtxForest::kNoRange;
  uint32_t range = *(behind - 1);
  while (range != NvtxForest::kNoRange && nvtx.end(range) < time.end) range = forest.parent[range];
  return range;
}

}  // namespace nsys_ai
