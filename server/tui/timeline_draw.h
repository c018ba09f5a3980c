// Draws the state of a timeline.
#pragma once

#include <span>

#include "tui/canvas.h"
#include "tui/timeline_model.h"
#include "tui/timeline_state.h"
#include "tui/tui_action.h"

namespace nsys_ai {

// Which lines of a screen have what.
struct TimelineLayout {
  size_t margin = 0;  // columns of names, before the bars
  size_t bars = 0;    // columns
  size_t axis = 0;    // the line
  size_t body = 0;    // the first line of rows
  size_t body_lines = 0;
  size_t details = 0;
  size_t detail_lines = 0;
};
TimelineLayout timeline_layout(FrameSize size);
// The time that a column of the bars shows.
Interval column_time(const TimelineState& state, const TimelineLayout& layout, size_t column);
// The column of a time in the window.
size_t column_of(const TimelineState& state, const TimelineLayout& layout, int64_t time);

Frame draw_timeline(TimelineModel& model, const TimelineState& state, FrameSize size, bool complete);
// What lies above the timeline in modes other than it: a prompt, a panel, a list, settings.
void draw_timeline_panel(FrameCanvas& canvas, TimelineModel& model, const TimelineState& state);
// What the panels show: names with values, times, and help.
std::vector<std::string> mark_lines(TimelineModel& model, const TimelineState& state);
std::vector<std::string> setting_lines(const TimelineState& state);

}  // namespace nsys_ai
