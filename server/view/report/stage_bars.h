// Bars of several runs side by side: what their GPUs did, by family of kernels, as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/answer.h"

namespace nsys_ai {

// A run: parts in ns, means over its GPUs.
struct StageBar {
  std::string name;
  std::vector<std::pair<std::string, double>> parts;
};
// From an answer of the skill time_by_family.
StageBar stage_bar(std::string name, const Answer& time_by_family);

// All bars have one scale and one legend. Empty without bars.
std::string stage_bars_svg(const std::vector<StageBar>& bars);

}  // namespace nsys_ai
