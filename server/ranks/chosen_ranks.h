// The captures of chosen ranks, and where in each of them is what was at the same time.
#pragma once

#include <string>
#include <vector>

#include "ranks/rank_verdicts.h"

namespace nsys_ai {

struct ChosenCapture {
  uint32_t capture = 0;
  std::string label;
  Interval span;  // of the ranks' operations, on the capture's clock
};

// By label; all of them where none is named. Ranks of one capture are one. Fails on an unknown label, and on
// captures whose times have no place among those of the others.
Result<std::vector<ChosenCapture>> chosen_captures(const MatchedExperiment& matched,
                                                   const std::vector<std::string>& labels);

// What was at one time, on the clock of each chosen capture.
struct CommonPlace {
  std::string name;
  std::vector<Interval> windows;
};
// The run as a whole, then each step, 2,000 at most.
std::vector<CommonPlace> common_places(const MatchedExperiment& matched,
                                       const std::vector<ChosenCapture>& chosen);

}  // namespace nsys_ai
