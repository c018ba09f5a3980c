// The participants of an experiment's collectives as rows, for engines that ask questions of their own.
#pragma once

#include "base/value.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

// One row a rank, step and collective: kernels, then calls of MPI, by rank and start; also those without a
// partner.
Table rank_table(const MatchedExperiment& matched);

}  // namespace nsys_ai
