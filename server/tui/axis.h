// The marks of a time axis, at round times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai {

struct AxisTick {
  int64_t time = 0;  // like the window
  std::string text;
};

// About `count` ticks. `zero` is the time that is shown as 0. The texts have as many digits as two neighbours
// need to differ, in one unit for all.
std::vector<AxisTick> axis_ticks(Interval window, int64_t zero, int64_t count);
// A time, so exact that a column of the window can be recognised.
std::string time_text(int64_t since_zero, int64_t resolution);

}  // namespace nsys_ai
