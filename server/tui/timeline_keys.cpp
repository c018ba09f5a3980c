// Prompts, panels and settings.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "trace/timeline/row_scope.h"
#include "tui/row_of_target.h"
#include "tui/timeline_actions.h"
#include "tui/timeline_moves.h"
#include "view/cards/card_text.h"
#include "view/pages/page_text.h"
#include "view/pages/window_page.h"
#include "view/targets/card.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

void explain(const TimelineAct& act) {
  const TimelineState& state = act.state;
  const TimelineDetails* details = act.model.details(
      state, column_time(state, act.layout, column_of(state, act.layout, state.cursor)), true);
  if (details == nullptr || !details->event) {
    say(act.state, "There is nothing under the cursor: Tab goes to the next event.");
    return;
  }
  const TimelineEvent& event = *details->event;
  const auto shown = event.ref.empty() ? std::nullopt : card(act.model.profile(), event.ref);
  std::string text;
  if (shown) text = text_of(*shown, panel_width(act.size));
  if (!shown)
    for (const TimelineText& line : details->lines) text += line.text + "\n";
  open_panel(act.state, event.ref.empty() ? "Details" : event.ref, text);
}

void show_statistics(const TimelineAct& act) {
  TimelineState& state = act.state;
  const bool ranged = state.range_start && state.range_end;
  const Interval window = ranged ? Interval{*state.range_start, *state.range_end} : state.window;
  auto scope = scope_of_rows(act.model.profile(), std::vector{state.row});
  if (!scope) return say_error(state, scope.error());
  scope->window = window;
  std::string text;
  for (const WindowPart part : {WindowPart::times, WindowPart::names}) {
    const auto page = window_page(act.model.profile(), {*scope, {}}, part, {});
    if (!page) return say_error(state, page.error());
    PageLayout layout;
    layout.width = panel_width(act.size);
    layout.fit = true;
    text += text_of(*page, layout).text + "\n";
  }
  open_panel(
      state,
      fmt::format("Figures of the {}, {}", ranged ? "range" : "window", readable_ns(window.duration())),
      text);
}

void open_in_perfetto(const TimelineAct& act) {
  if (!act.model.subject().perfetto) return say(act.state, "Perfetto cannot be opened from here.");
  const auto said = act.model.subject().perfetto(act.state.window);
  if (!said) return say_error(act.state, said.error());
  open_panel(act.state, "Perfetto", *said);
}

void answer_typed(const TimelineAct& act) {
  TimelineState& state = act.state;
  if (state.typed.find_first_not_of(' ') == std::string::npos) return;
  if (!act.model.subject().ask) return say(state, "Questions cannot be asked here.");
  const auto answer = act.model.subject().ask({state.typed, state.understood, panel_width(act.size)});
  if (!answer) return say_error(state, answer.error());
  state.understood = answer->understood;
  const auto place =
      answer->target.empty() ? std::nullopt : window_around(act.model.profile(), answer->target);
  if (place) {
    const std::string row = row_of_target(act.model.profile(), answer->target);
    if (act.model.row(row) != nullptr) state.row = row;
    jump_to(act, *place);
    put_cursor(act, interval_of(act.model.profile(), answer->target).value_or(*place).start);
  }
  open_panel(state, state.typed, answer->text);
}

// Goes through what the question may become; the first time by what was typed.
void complete(const TimelineAct& act, int by) {
  TimelineState& state = act.state;
  if (state.asked != "ask" || !act.model.subject().complete) return;
  if (!state.offers.empty()) return choose_offer(state, by);
  offer(state, act.model.subject().complete(state.typed));
  if (state.offers.empty()) say(state, "Nothing that can be asked goes on like this.");
}

void accept_prompt(const TimelineAct& act) {
  TimelineState& state = act.state;
  state.mode = "timeline";
  if (state.asked == "filter") {
    if (!state.typed.empty())
      if (const auto pattern = TextPattern::make(state.typed, {}); !pattern)
        return say_error(state, pattern.error());
    state.filter = state.typed;
  } else if (state.asked == "ask") {
    answer_typed(act);
  } else if (state.asked == "minimum") {
    const auto least = state.typed.empty() ? std::optional<int64_t>(0) : parse_duration(state.typed);
    if (!least || *least < 0)
      return say_error(state,
                       {ErrorCode::bad_request, fmt::format("\"{}\" is no duration.", quotation(state.typed)),
                        "Write one such as 50us or 1.5ms."});
    state.least = *least;
    state.settings[static_cast<size_t>(TimelineSettingIx::minimum)] = *least / 1'000;
  }
}

void change_setting(const TimelineAct& act, int64_t by) {
  TimelineState& state = act.state;
  const TimelineSetting& setting = kTimelineSettings[state.chosen];
  int64_t& value = state.settings[state.chosen];
  // The minimum goes by powers of ten, which reach both a microsecond and a second.
  if (static_cast<TimelineSettingIx>(state.chosen) == TimelineSettingIx::minimum) {
    int64_t step = 1;
    while (step * 10 <= (by < 0 ? value - 1 : value)) step *= 10;
    by *= step;
  }
  value = std::clamp(value + by, setting.least, setting.most);
  state.least = state.settings[static_cast<size_t>(TimelineSettingIx::minimum)] * 1'000;
}

void clear_choices(TimelineState& state) {
  state.filter.clear();
  state.least = 0;
  state.settings[static_cast<size_t>(TimelineSettingIx::minimum)] = 0;
  state.range_start.reset();
  state.range_end.reset();
}

struct PanelChange {
  std::string_view name;
  void (*change)(const TimelineAct&);
};
constexpr auto kPanelChanges = std::to_array<PanelChange>({
    {"absolute-time", [](const TimelineAct& act) { act.state.absolute = !act.state.absolute; }},
    {"ask", [](const TimelineAct& act) { open_prompt(act.state, "ask", ":", ""); }},
    {"bookmarks",
     [](const TimelineAct& act) {
       act.model.forget_marks();
       open_chooser(act.state, "list", "Bookmarks");
     }},
    {"clear", [](const TimelineAct& act) { clear_choices(act.state); }},
    {"config", [](const TimelineAct& act) { open_chooser(act.state, "config", "What is shown"); }},
    {"config-down", [](const TimelineAct& act) { choose_line(act.state, kTimelineSettings.size(), 1); }},
    {"config-left", [](const TimelineAct& act) { change_setting(act, -1); }},
    {"config-right", [](const TimelineAct& act) { change_setting(act, 1); }},
    {"config-up", [](const TimelineAct& act) { choose_line(act.state, kTimelineSettings.size(), -1); }},
    {"explain", explain},
    {"filter", [](const TimelineAct& act) { open_prompt(act.state, "filter", "/", act.state.filter); }},
    {"full-names", [](const TimelineAct& act) { act.state.full_names = !act.state.full_names; }},
    {"help",
     [](const TimelineAct& act) {
       open_panel(act.state, "Keys", "");
       act.state.text = help_lines(timeline_actions(), panel_width(act.size), act.model.subject().ascii);
     }},
    {"list-down", [](const TimelineAct& act) { choose_line(act.state, act.model.marks().size(), 1); }},
    {"list-up", [](const TimelineAct& act) { choose_line(act.state, act.model.marks().size(), -1); }},
    {"minimum",
     [](const TimelineAct& act) { open_prompt(act.state, "minimum", "At least (50us, 1.5ms): ", ""); }},
    {"other-run",
     [](const TimelineAct& act) {
       act.state.switches = true;
       if (!act.model.subject().against && !act.model.subject().is_base)
         say(act.state, "One run is shown; --against BASE shows two.");
     }},
    {"overview", [](const TimelineAct& act) { act.state.leaves = "overview"; }},
    {"perfetto", open_in_perfetto},
    {"prompt-accept", accept_prompt},
    {"prompt-complete", [](const TimelineAct& act) { complete(act, 1); }},
    {"prompt-complete-back", [](const TimelineAct& act) { complete(act, -1); }},
    {"quit", [](const TimelineAct& act) { act.state.ended = true; }},
    {"statistics", show_statistics},
    {"tree", [](const TimelineAct& act) { act.state.leaves = "tree"; }},
});

}  // namespace

bool change_panel(const TimelineAct& act, std::string_view action) {
  if (act.state.mode == "config" && action == "panel-close" && act.model.subject().keep_settings) {
    const auto kept = act.model.subject().keep_settings(act.state.settings);
    if (!kept) say_error(act.state, kept.error());
  }
  if (change_text(act.state, action, act.input, act.size, "timeline")) return true;
  const auto found = std::ranges::lower_bound(kPanelChanges, action, {}, &PanelChange::name);
  if (found == kPanelChanges.end() || found->name != action) return false;
  found->change(act);
  return true;
}

}  // namespace nsys_ai
