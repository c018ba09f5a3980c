// Bookmarks and the marked range.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text_table.h"
#include "tui/timeline_moves.h"

namespace nsys_ai {
namespace {

std::optional<Interval> marked_range(const TimelineState& state) {
  if (!state.range_start || !state.range_end) return std::nullopt;
  return Interval{*state.range_start, *state.range_end};
}

// The event under the cursor, with the path of its ranges; else the time.
std::string mark_name(const TimelineAct& act) {
  const TimelineState& state = act.state;
  const TimelineDetails* details = act.model.details(
      state, column_time(state, act.layout, column_of(state, act.layout, state.cursor)), true);
  std::string name;
  if (details != nullptr && details->event) {
    constexpr size_t kKernel = 60;
    name = shortened(one_line(details->event->name), kKernel);
    for (const TimelineText& line : details->lines)
      if (line.text.starts_with("NVTX ")) name += " in " + line.text.substr(5);
  }
  // The name is unique in a profile: one of the same name would be replaced.
  return fmt::format("{}{}at {}", name, name.empty() ? "" : " ", readable_clock(state.cursor));
}

void add_bookmark_here(const TimelineAct& act) {
  if (!act.model.subject().add_mark) {
    say(act.state, "Bookmarks cannot be kept here.");
    return;
  }
  const TimelineMark mark{mark_name(act),
                          marked_range(act.state).value_or(Interval{act.state.cursor, act.state.cursor})};
  if (const auto added = act.model.subject().add_mark(mark); !added)
    return say_error(act.state, added.error());
  act.model.forget_marks();
  say(act.state, "Bookmarked " + mark.name);
}

void go_to_mark(const TimelineAct& act, size_t number) {
  const auto& marks = act.model.marks();
  if (number >= marks.size()) {
    say(act.state, marks.empty() ? "There are no bookmarks; B makes one." : "There is no such bookmark.");
    return;
  }
  jump_to(act, marks[number].time);
  say(act.state, marks[number].name);
}

void jump_by_key(const TimelineAct& act) {
  const std::string& digits = act.input.text.empty() ? act.input.key : act.input.text;
  size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && number > 0) go_to_mark(act, number - 1);
}

void cycle(const TimelineAct& act, bool forward) {
  const auto& marks = act.model.marks();
  size_t to = forward ? 0 : marks.size() - 1;  // around the end
  for (size_t i = 0; i < marks.size(); ++i) {
    if (forward && marks[i].time.start > act.state.cursor) {
      to = i;
      break;
    }
    if (!forward && marks[i].time.start < act.state.cursor) to = i;
  }
  go_to_mark(act, marks.empty() ? 0 : to);
}

void go_back(const TimelineAct& act) {
  auto& back = act.state.back;
  if (back.empty()) {
    say(act.state, "There was no jump.");
    return;
  }
  const Interval window = back.back();
  back.pop_back();
  show_window(act, window);
}

// The ends stay in order: a new one behind the other begins a new range.
void mark_end(const TimelineAct& act, bool is_start) {
  TimelineState& state = act.state;
  auto& own = is_start ? state.range_start : state.range_end;
  auto& other = is_start ? state.range_end : state.range_start;
  own = state.cursor;
  if (other && (is_start ? *own >= *other : *own <= *other)) other.reset();
  if (const auto range = marked_range(state))
    say(state, "Range of " + readable_ns(range->duration()) + ": s shows its figures, z zooms to it.");
}

struct MarkChange {
  std::string_view name;
  void (*change)(const TimelineAct&);
};
constexpr auto kChanges = std::to_array<MarkChange>({
    {"bookmark", add_bookmark_here},
    {"bookmark-back", go_back},
    {"bookmark-jump", jump_by_key},
    {"bookmark-next", [](const TimelineAct& act) { cycle(act, true); }},
    {"bookmark-previous", [](const TimelineAct& act) { cycle(act, false); }},
    {"list-choose",
     [](const TimelineAct& act) {
       act.state.mode = "timeline";
       go_to_mark(act, act.state.chosen);
     }},
    {"range-end", [](const TimelineAct& act) { mark_end(act, false); }},
    {"range-start", [](const TimelineAct& act) { mark_end(act, true); }},
});

}  // namespace

bool change_marks(const TimelineAct& act, std::string_view action) {
  const auto found = std::ranges::lower_bound(kChanges, action, {}, &MarkChange::name);
  if (found == kChanges.end() || found->name != action) return false;
  found->change(act);
  return true;
}

}  // namespace nsys_ai
