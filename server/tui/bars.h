// The events of a row as bars: what each column of a screen shows of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "trace/timeline/timeline.h"
#include "tui/canvas.h"
#include "tui/frame.h"

namespace nsys_ai {

struct BarColumn {
  double share = 0;  // of the column that events fill
  FrameRole role = FrameRole::plain;
  size_t slice = SIZE_MAX;  // that fills most of it
  double most = 0;          // how much that one fills
  bool has_mark = false;    // an event without duration begins there
};

// A run of columns that one event fills alone, with room for its name.
struct BarName {
  size_t column = 0;
  size_t width = 0;
  size_t slice = 0;
};

struct Bars {
  std::vector<BarColumn> columns;
  std::vector<BarName> names;
};

// The colour of a slice: that of its kind; that of their family for kernels and ranges.
FrameRole role_of_slice(const Timeline& timeline, const TimelineRow& row, size_t slice);

// `window` is since the start of the run, like the slices. `shows` chooses slices.
Bars bars_of(const Timeline& timeline, const TimelineRow& row, Interval window, size_t columns,
             const std::function<bool(size_t)>& shows);
// The mean of a counter in each column, of its largest value in the window.
std::vector<double> counter_columns(const TimelineRow& row, Interval window, size_t columns, double most);

// Draws bars of `height` lines above each other, the lowest first filled, and names on them.
struct BarPlace {
  size_t line = 0;
  size_t column = 0;
  size_t height = 1;
};
void draw_bars(FrameCanvas& canvas, BarPlace place, const Bars& bars,
               const std::function<std::string(size_t)>& name_of_slice);
// The same for shares alone.
void draw_shares(FrameCanvas& canvas, BarPlace place, const std::vector<double>& shares, FrameStyle style);

}  // namespace nsys_ai
