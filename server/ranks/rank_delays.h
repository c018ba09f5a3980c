// What those who came last to collectives cost the others, and why they were late.
#pragma once

#include <cstdint>
#include <vector>

#include "ranks/rank_verdicts.h"

namespace nsys_ai {

// What the last to come cost the others.
struct RankDelay {
  int64_t lost = 0;  // ns, the mean of the others' waits, summed over collectives
  int64_t last = 0;
};
struct AllDelays {
  std::vector<RankDelay> of_rank;
  RankDelay all;
  // Why the last was late: what its GPU worked longer than the others since the collective before, and what
  // it waited longer for its host.
  int64_t work = 0;
  int64_t host = 0;
};

// In kernels, or in calls of MPI on the host.
AllDelays delays_of(const MatchedExperiment& matched, bool on_host);

}  // namespace nsys_ai
