// Examines each time once.
#include "trace/event_blocks.h"

#include <algorithm>

#include "base/parallel.h"

namespace nsys_ai::perfetto {

std::vector<Interval> blocks_of(const Spans& spans) {
  std::vector<Interval> blocks((spans.size() + kBlockRows - 1) / kBlockRows);
  constexpr size_t kPiece = 64;  // blocks
  parallel_for(usable_cores(), (blocks.size() + kPiece - 1) / kPiece, [&](size_t piece) {
    for (size_t block = piece * kPiece; block < std::min(blocks.size(), (piece + 1) * kPiece); ++block) {
      Interval hull{INT64_MAX, INT64_MIN};
      for (size_t row = block * kBlockRows; row < std::min(spans.size(), (block + 1) * kBlockRows); ++row) {
        const Interval time = spans.interval(row);
        hull = {std::min(hull.start, time.start), std::max({hull.end, time.start, time.end})};
      }
      blocks[block] = hull;
    }
  });
  return blocks;
}

EventBlocks build_event_blocks(const Profile& profile) {
  return {blocks_of(profile.kernels()),    blocks_of(profile.copies()), blocks_of(profile.memsets()),
          blocks_of(profile.graph_runs()), blocks_of(profile.nvtx()),   blocks_of(profile.calls())};
}

}  // namespace nsys_ai::perfetto
