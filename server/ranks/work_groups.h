// Which ranks do the same work: those of one stage of a pipeline, and not those of another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ranks/experiment.h"

namespace nsys_ai {

struct WorkGroups {
  std::vector<uint32_t> of_rank;  // ranks of one number run the same kernels equally often
  uint32_t count = 0;
};
WorkGroups work_groups(const Experiment& experiment);

// How the kernels of a rank compare with those of its group. Times in ns.
struct RankWork {
  int64_t compute = 0;    // summed durations of compute kernels
  int64_t of_others = 0;  // the median of the others of its group
  // The middle of the ratios of mean durations, weighted by time, and the ratio that three quarters of the
  // time exceed. 1 without others.
  double ratio = 1;
  double low_ratio = 1;
};
// Of each rank.
std::vector<RankWork> rank_work(const Experiment& experiment, const WorkGroups& groups);

int64_t median_of_values(std::vector<int64_t> values);  // the lower one of two; 0 without values

}  // namespace nsys_ai
