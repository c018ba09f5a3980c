// The time spans of blocks of rows, so that reading a window costs only its own blocks.
#pragma once

#include <cstddef>
#include <vector>

#include "base/interval_set.h"
#include "profile/profile.h"

namespace nsys_ai::perfetto {

constexpr size_t kBlockRows = size_t{1} << 12;

// The earliest start and the latest end of each block of rows.
std::vector<Interval> blocks_of(const Spans& spans);

// Build with `profile.derived(build_event_blocks)`.
struct EventBlocks {
  std::vector<Interval> kernels, copies, memsets, graph_runs, nvtx, calls;
};
EventBlocks build_event_blocks(const Profile& profile);

}  // namespace nsys_ai::perfetto
