// Collectives that took far longer than their like.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/collectives/collective_runs.h"

namespace nsys_ai {

struct LateCollective {
  uint32_t kernel = 0;  // in `Profile::kernels()`
  StreamIx stream;
  Collective collective = Collective::other;
  int64_t duration = 0;  // ns, clipped to the scope
  int64_t median = 0;    // of its like
  int64_t alike = 0;     // how many there are of its like, itself among them
};
struct LateCollectives {
  size_t groups = 0;    // of like ones
  size_t compared = 0;  // that have at least five
  std::vector<LateCollective> late;
};
// Those that took more than `threshold` times the median of their like (CollectiveRuns).
LateCollectives late_collectives(const Profile& profile, const Scope& scope, double threshold);

}  // namespace nsys_ai
