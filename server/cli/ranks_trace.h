// Traces of several captures in one file for Perfetto.
#pragma once

#include <string>
#include <vector>

#include "ranks/rank_report.h"

namespace nsys_ai {

// Writes the captures that hold one of these ranks, all without any, one after the other. Returns the exit
// code.
int write_rank_traces(const MatchedExperiment& matched, const std::vector<std::string>& only,
                      const std::string& output);

}  // namespace nsys_ai
