// Decides whether two sides differ, and says how sure that is.
#pragma once

#include "compare/compare.h"

namespace nsys_ai {

// Sets the verdict, its sentence, the figures of both sides, and the intervals. The sides are comparable.
void add_verdict(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                 const CompareOptions& options, nsys::Comparison& comparison);
// For sides that are not comparable.
void add_refusal(std::string why, nsys::Comparison& comparison);
nsys::ComparedSide compared_side(const std::vector<RunFigures>& runs);

// "+14.6 %" of a log ratio.
std::string percent_of(double log_ratio);

}  // namespace nsys_ai
