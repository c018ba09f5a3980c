// Prompts, panels and settings.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "trace/timeline/row_scope.h"
#include "tui/timeline_actions.h"
#include "tui/timeline_moves.h"
#include "view/cards/card_text.h"
#include "view/pages/page_text.h"
#include "view/pages/window_page.h"
#include "view/targets/card.h"

namespace nsys_ai {
namespace {

size_t panel_width(const TimelineAct& act) { return std::min<size_t>(act.size.columns - 4, 100); }

void open_panel(TimelineState& state, std::string title, const std::string& text) {
  state.mode = "panel";
  state.title = std::move(title);
  state.scrolled = 0;
  state.text.clear();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    state.text.push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

void open_prompt(TimelineState& state, std::string asked, std::string title, std::string typed) {
  state.mode = "prompt";
  state.asked = std::move(asked);
  state.title = std::move(title);
  state.typed = std::move(typed);
}

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
  if (shown) text = text_of(*shown, panel_width(act));
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
    layout.width = panel_width(act);
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

void accept_prompt(const TimelineAct& act) {
  TimelineState& state = act.state;
  state.mode = "timeline";
  if (state.asked == "filter") {
    if (!state.typed.empty())
      if (const auto pattern = TextPattern::make(state.typed, {}); !pattern)
        return say_error(state, pattern.error());
    state.filter = state.typed;
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

void choose(const TimelineAct& act, size_t count, int by) {
  size_t& chosen = act.state.chosen;
  if (by < 0 && chosen > 0) --chosen;
  if (by > 0 && chosen + 1 < count) ++chosen;
}

void scroll(const TimelineAct& act, long by) {
  const long most =
      std::max<long>(0, static_cast<long>(act.state.text.size()) - static_cast<long>(act.size.lines - 4));
  act.state.scrolled =
      static_cast<size_t>(std::clamp<long>(static_cast<long>(act.state.scrolled) + by, 0, most));
}

void open_chooser(TimelineState& state, std::string mode, std::string title) {
  state.mode = std::move(mode);
  state.title = std::move(title);
  state.chosen = 0;
  state.scrolled = 0;
}

void clear_choices(TimelineState& state) {
  state.filter.clear();
  state.least = 0;
  state.settings[static_cast<size_t>(TimelineSettingIx::minimum)] = 0;
  state.range_start.reset();
  state.range_end.reset();
}

// Removes the last character of UTF-8.
void erase_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

void type_text(const TimelineAct& act) {
  constexpr size_t kMostTyped = 1'000;
  std::string text = act.input.text.empty() ? act.input.key : act.input.text;
  std::erase_if(text, [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 127; });
  if (act.state.typed.size() + text.size() <= kMostTyped) act.state.typed += text;
}

struct PanelChange {
  std::string_view name;
  void (*change)(const TimelineAct&);
};
constexpr auto kPanelChanges = std::to_array<PanelChange>({
    {"absolute-time", [](const TimelineAct& act) { act.state.absolute = !act.state.absolute; }},
    {"bookmarks",
     [](const TimelineAct& act) {
       act.model.forget_marks();
       open_chooser(act.state, "list", "Bookmarks");
     }},
    {"clear", [](const TimelineAct& act) { clear_choices(act.state); }},
    {"config", [](const TimelineAct& act) { open_chooser(act.state, "config", "What is shown"); }},
    {"config-down", [](const TimelineAct& act) { choose(act, kTimelineSettings.size(), 1); }},
    {"config-left", [](const TimelineAct& act) { change_setting(act, -1); }},
    {"config-right", [](const TimelineAct& act) { change_setting(act, 1); }},
    {"config-up", [](const TimelineAct& act) { choose(act, kTimelineSettings.size(), -1); }},
    {"explain", explain},
    {"filter", [](const TimelineAct& act) { open_prompt(act.state, "filter", "/", act.state.filter); }},
    {"full-names", [](const TimelineAct& act) { act.state.full_names = !act.state.full_names; }},
    {"help",
     [](const TimelineAct& act) {
       open_panel(act.state, "Keys", "");
       act.state.text = help_lines(timeline_actions(), panel_width(act), act.model.subject().ascii);
     }},
    {"list-down", [](const TimelineAct& act) { choose(act, act.model.marks().size(), 1); }},
    {"list-up", [](const TimelineAct& act) { choose(act, act.model.marks().size(), -1); }},
    {"minimum",
     [](const TimelineAct& act) { open_prompt(act.state, "minimum", "At least (50us, 1.5ms): ", ""); }},
    {"panel-close", [](const TimelineAct& act) { act.state.mode = "timeline"; }},
    {"panel-down", [](const TimelineAct& act) { scroll(act, 1); }},
    {"panel-page-down", [](const TimelineAct& act) { scroll(act, static_cast<long>(act.size.lines) - 5); }},
    {"panel-page-up", [](const TimelineAct& act) { scroll(act, 5 - static_cast<long>(act.size.lines)); }},
    {"panel-up", [](const TimelineAct& act) { scroll(act, -1); }},
    {"perfetto", open_in_perfetto},
    {"prompt-accept", accept_prompt},
    {"prompt-cancel", [](const TimelineAct& act) { act.state.mode = "timeline"; }},
    {"prompt-clear", [](const TimelineAct& act) { act.state.typed.clear(); }},
    {"prompt-erase", [](const TimelineAct& act) { erase_last(act.state.typed); }},
    {"quit", [](const TimelineAct& act) { act.state.ended = true; }},
    {"statistics", show_statistics},
    {"type", type_text},
});

}  // namespace

bool change_panel(const TimelineAct& act, std::string_view action) {
  const auto found = std::ranges::lower_bound(kPanelChanges, action, {}, &PanelChange::name);
  if (found == kPanelChanges.end() || found->name != action) return false;
  found->change(act);
  return true;
}

}  // namespace nsys_ai
