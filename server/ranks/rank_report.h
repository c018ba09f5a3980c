// The answer about an experiment, as every front end shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/nsys_ranks.h"
#include "ranks/rank_verdicts.h"

namespace nsys_ai {

MatchedExperiment matched_experiment(const Experiment& experiment);

nsys::RankReport rank_report(const MatchedExperiment& matched);

// Reads the captures at the paths. Fails where none of them is a profile.
Result<Experiment> experiment_at(const std::vector<std::string>& paths, const ExperimentOptions& options,
                                 const Work& work);
Result<nsys::RankReport> rank_report_of(const std::vector<std::string>& paths,
                                        const ExperimentOptions& options, const Work& work);

}  // namespace nsys_ai
