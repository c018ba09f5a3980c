// Compares two experiments, each the captures of all ranks of one run: which rank became slower, and whether
// it works or waits.
#pragma once

#include "protocol/nsys_ranks_compare.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

nsys::RanksComparison compare_experiments(const MatchedExperiment& before, const MatchedExperiment& after);

// Reads the captures at the paths of both sides.
Result<nsys::RanksComparison> compare_experiments_at(const std::vector<std::string>& before,
                                                     const std::vector<std::string>& after,
                                                     const ExperimentOptions& options, const Work& work);

}  // namespace nsys_ai
