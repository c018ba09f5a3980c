// Words for a comparison: where the time went, what came and went, and what to look at.
#pragma once

#include <vector>

#include "compare/run_figures.h"
#include "protocol/nsys_compare.h"

namespace nsys_ai {

// Sets the causes, the findings that changed, and what to look at. The parts are set.
void add_narration(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                   nsys::Comparison& comparison);

}  // namespace nsys_ai
