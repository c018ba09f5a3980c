// Whether two sides can be compared at all. A side that did no work would win every comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/run_figures.h"

namespace nsys_ai {

// A sentence that says why the sides cannot be compared; empty where they can.
std::optional<std::string> why_not_comparable(const std::vector<RunFigures>& before,
                                              const std::vector<RunFigures>& after);
// What differs between the sides and does not forbid comparing them.
std::vector<std::string> comparison_notes(const std::vector<RunFigures>& before,
                                          const std::vector<RunFigures>& after);

}  // namespace nsys_ai
