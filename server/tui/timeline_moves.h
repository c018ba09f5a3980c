// What the actions of the timeline do to its state, one function for each kind.
#pragma once

#include <string_view>

#include "tui/timeline_draw.h"
#include "tui/timeline_model.h"
#include "tui/timeline_state.h"

namespace nsys_ai {

// What an action has to go by.
struct TimelineAct {
  TimelineModel& model;
  TimelineState& state;
  TimelineLayout layout;
  FrameSize size;
  const TuiInput& input;
};

// Each returns whether the action is one of its own.
bool move_view(const TimelineAct& act, std::string_view action);     // window, cursor, row
bool change_marks(const TimelineAct& act, std::string_view action);  // bookmarks and the range
bool change_panel(const TimelineAct& act, std::string_view action);  // prompts, panels, settings

// The window, within the run and at least a nanosecond a column; the cursor in it.
void show_window(const TimelineAct& act, Interval window);
// The same for a jump, from which one can go back.
void jump_to(const TimelineAct& act, Interval time);
// Goes to a time, with the window around it where it lies outside.
void put_cursor(const TimelineAct& act, int64_t time);

}  // namespace nsys_ai
