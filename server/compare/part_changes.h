// What changed, part by part: kernels, copies and gaps of a typical unit, whose changes sum to that of the
// unit.
#pragma once

#include <vector>

#include "compare/run_figures.h"
#include "protocol/nsys_compare.h"

namespace nsys_ai {

// Sets the parts, the budget as their sums, and the typical units as those of the budget.
void add_parts(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
               nsys::Comparison& comparison);

}  // namespace nsys_ai
