// Finds collectives that took far longer than others of their group.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/collectives/collective_runs.h"

namespace nsys_ai {

struct LateCollective {
  uint32_t kernel = 0;  // row of `Profile::kernels()`
  StreamIx stream;
  Collective collective = Collective::other;
  int64_t duration = 0;  // ns, clipped to the scope
  int64_t median = 0;    // of its group, in ns
  int64_t alike = 0;     // size of its group, including itself
  // The kernel of the rank that came to it last, where the capture holds that of another GPU: a kernel of the
  // same collective that ran beside it and ended with it. Row of `Profile::kernels()`.
  std::optional<uint32_t> last_to_come;
};
struct LateCollectives {
  size_t groups = 0;    // number of groups (CollectiveRuns)
  size_t compared = 0;  // groups with at least five kernels
  std::vector<LateCollective> late;
};
// Kernels that took more than `threshold` times the median of their group (CollectiveRuns).
LateCollectives late_collectives(const Profile& profile, const Scope& scope, double threshold);

}  // namespace nsys_ai
