// The tables of an experiment that are about its collectives.
#pragma once

#include "base/value.h"
#include "ranks/rank_report.h"

namespace nsys_ai {

// Transfer, waiting and bandwidth by communicator, operation and size.
Table collectives_table(const MatchedExperiment& matched, const nsys::RankReport& report);
// Who came last, by communicator and operation.
Table last_table(const MatchedExperiment& matched, const nsys::RankReport& report);
// How far apart the ranks came, a row for each collective.
Table skew_table(const MatchedExperiment& matched, const nsys::RankReport& report);

}  // namespace nsys_ai
