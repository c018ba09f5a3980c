// The participants of an experiment's collectives as rows, for engines that ask questions of their own.
#pragma once

#include "base/value.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

// One row a rank, step and collective, by rank and start; kernels without a partner too.
Table rank_table(const MatchedExperiment& matched);

}  // namespace nsys_ai
