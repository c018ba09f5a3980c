// Moves of the window, the cursor and the selected row.
#include <algorithm>
#include <array>
#include <cmath>

#include "tui/timeline_moves.h"
#include "tui/timeline_rows_shown.h"

namespace nsys_ai {
namespace {

int64_t column_length(const TimelineAct& act) {
  return std::max<int64_t>(1, act.state.window.duration() / static_cast<int64_t>(act.layout.bars));
}

// Moves the window with the cursor in it; at the ends of the run the cursor alone.
void pan(const TimelineAct& act, double share) {
  TimelineState& state = act.state;
  const int64_t length = state.window.duration();
  const auto by = static_cast<int64_t>(static_cast<double>(length) * share);
  const int64_t step = by == 0 ? (share < 0 ? -1 : 1) : by;
  const Interval before = state.window;
  const int64_t cursor = state.cursor + step;
  show_window(act, {before.start + step, before.end + step});
  if (state.window == before || cursor < state.window.start || cursor >= state.window.end)
    state.cursor = std::clamp(cursor, state.window.start, std::max(state.window.start, state.window.end - 1));
  else
    state.cursor = cursor;
}

// The time at `anchor` stays where it is on the screen.
void zoom(const TimelineAct& act, double factor, int64_t anchor) {
  const Interval window = act.state.window;
  const double length = std::max(1.0, static_cast<double>(window.duration()) * factor);
  const double share = static_cast<double>(anchor - window.start) /
                       static_cast<double>(std::max<int64_t>(1, window.duration()));
  if (length >= static_cast<double>(act.model.run().duration())) {
    show_window(act, act.model.run());
    return;
  }
  const auto whole = static_cast<int64_t>(std::ceil(length));
  const int64_t start = anchor - static_cast<int64_t>(share * static_cast<double>(whole));
  show_window(act, {start, start + whole});
}

void zoom_to_range(const TimelineAct& act) {
  const TimelineState& state = act.state;
  if (state.range_start && state.range_end) {
    jump_to(act, {*state.range_start, *state.range_end});
    return;
  }
  const TimelineDetails* details = act.model.details(
      state, column_time(state, act.layout, column_of(state, act.layout, state.cursor)), true);
  if (details == nullptr || !details->event || details->event->time.empty()) {
    say(act.state, "Mark a range by [ and ], or move the cursor to an event.");
    return;
  }
  const Interval time = details->event->time;
  const int64_t around = time.duration() / 10;
  jump_to(act, {time.start - around, time.end + around});
}

void go_to_event(const TimelineAct& act, bool forward) {
  const auto event = act.model.next_event(act.state, forward);
  if (event)
    put_cursor(act, event->time.start);
  else
    say(act.state, forward ? "There is none after this." : "There is none before this.");
}

void select_row(const TimelineAct& act, long further) {
  if (std::string id = row_beside(act.model, act.state, further); !id.empty()) act.state.row = std::move(id);
}

void click(const TimelineAct& act) {
  const Frame frame = draw_timeline(act.model, act.state, act.size, false);
  for (const FrameHit& hit : frame.hits) {
    if (hit.line != act.input.line || act.input.column < hit.begin || act.input.column >= hit.end) continue;
    if (hit.what.starts_with("row:")) act.state.row = hit.what.substr(4);
  }
  if (act.input.column >= act.layout.margin && act.input.column < act.layout.margin + act.layout.bars)
    act.state.cursor = column_time(act.state, act.layout, act.input.column - act.layout.margin).start;
}

int64_t wheel_anchor(const TimelineAct& act) {
  const size_t column = act.input.column < act.layout.margin ? 0 : act.input.column - act.layout.margin;
  return column_time(act.state, act.layout, std::min(column, act.layout.bars - 1)).start;
}

struct ViewMove {
  std::string_view name;
  void (*move)(const TimelineAct&);
};
constexpr double kPan = 1.0 / 16;
constexpr double kPage = 1.0 / 4;
constexpr auto kMoves = std::to_array<ViewMove>({
    {"click", click},
    {"cursor-left", [](const TimelineAct& act) { put_cursor(act, act.state.cursor - column_length(act)); }},
    {"cursor-right", [](const TimelineAct& act) { put_cursor(act, act.state.cursor + column_length(act)); }},
    {"end", [](const TimelineAct& act) { put_cursor(act, act.model.run().end); }},
    {"next-event", [](const TimelineAct& act) { go_to_event(act, true); }},
    {"page-left", [](const TimelineAct& act) { pan(act, -kPage); }},
    {"page-right", [](const TimelineAct& act) { pan(act, kPage); }},
    {"pan-left", [](const TimelineAct& act) { pan(act, -kPan); }},
    {"pan-right", [](const TimelineAct& act) { pan(act, kPan); }},
    {"previous-event", [](const TimelineAct& act) { go_to_event(act, false); }},
    {"row-down", [](const TimelineAct& act) { select_row(act, 1); }},
    {"row-page-down", [](const TimelineAct& act) { select_row(act, 8); }},
    {"row-page-up", [](const TimelineAct& act) { select_row(act, -8); }},
    {"row-up", [](const TimelineAct& act) { select_row(act, -1); }},
    {"start", [](const TimelineAct& act) { put_cursor(act, act.model.run().start); }},
    {"wheel-down", [](const TimelineAct& act) { zoom(act, 1.25, wheel_anchor(act)); }},
    {"wheel-up", [](const TimelineAct& act) { zoom(act, 0.8, wheel_anchor(act)); }},
    {"whole", [](const TimelineAct& act) { show_window(act, act.model.run()); }},
    {"zoom-in", [](const TimelineAct& act) { zoom(act, 0.5, act.state.cursor); }},
    {"zoom-out", [](const TimelineAct& act) { zoom(act, 2, act.state.cursor); }},
    {"zoom-range", zoom_to_range},
});

}  // namespace

void show_window(const TimelineAct& act, Interval window) {
  const Interval run = act.model.run();
  const int64_t least = std::min<int64_t>(run.duration(), static_cast<int64_t>(act.layout.bars));
  const int64_t length = std::clamp<int64_t>(window.duration(), std::max<int64_t>(1, least),
                                             std::max<int64_t>(1, run.duration()));
  const int64_t start = std::clamp(window.start, run.start, std::max(run.start, run.end - length));
  act.state.window = {start, start + length};
  act.state.cursor = std::clamp(act.state.cursor, start, start + length - 1);
}

void jump_to(const TimelineAct& act, Interval time) {
  constexpr size_t kMostBack = 50;
  auto& back = act.state.back;
  back.push_back(act.state.window);
  if (back.size() > kMostBack) back.erase(back.begin());
  if (time.empty()) {
    put_cursor(act, time.start);
    return;
  }
  show_window(act, time);
  put_cursor(act, time.start);
}

void put_cursor(const TimelineAct& act, int64_t time) {
  const Interval run = act.model.run();
  TimelineState& state = act.state;
  state.cursor = std::clamp(time, run.start, std::max(run.start, run.end - 1));
  if (state.cursor >= state.window.start && state.cursor < state.window.end) return;
  const int64_t length = state.window.duration();
  show_window(act, {state.cursor - length / 2, state.cursor - length / 2 + length});
}

bool move_view(const TimelineAct& act, std::string_view action) {
  const auto found = std::ranges::lower_bound(kMoves, action, {}, &ViewMove::name);
  if (found == kMoves.end() || found->name != action) return false;
  found->move(act);
  return true;
}

}  // namespace nsys_ai
