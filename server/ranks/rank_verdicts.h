// What stands out in an experiment, and by what figures.
#pragma once

#include <vector>

#include "protocol/nsys_ranks.h"
#include "ranks/rank_rows.h"
#include "ranks/work_groups.h"

namespace nsys_ai {

struct MatchedExperiment {
  const Experiment& experiment;
  std::vector<MatchedCommunicator> communicators;
  std::vector<CaptureClock> clocks;
  std::vector<CollectiveTurn> turns;
  WorkGroups groups;
  std::vector<RankWork> work;
  // Of each rank: how many steps its numbers are behind those of the first rank with steps.
  std::vector<int64_t> step_offsets;
};

// The greatest loss first, then information.
std::vector<nsys::RankFinding> rank_findings(const MatchedExperiment& matched);

}  // namespace nsys_ai
