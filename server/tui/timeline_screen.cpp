// Finds the action of an input, lets it change the state, and draws the state.
#include "tui/timeline_screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quotation.h"
#include "tui/row_of_target.h"
#include "tui/timeline_actions.h"
#include "tui/timeline_draw.h"
#include "tui/timeline_model.h"
#include "tui/timeline_moves.h"
#include "tui/timeline_rows_shown.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// Where a person begins: the row of a stream, else the first one.
std::string first_row(const TimelineModel& model) {
  std::string first;
  for (const TimelineRow& row : model.rows().rows) {
    if (row.id.starts_with("stream:")) return row.id;
    if (first.empty()) first = row.id;
  }
  return first;
}

}  // namespace

TimelineScreen::TimelineScreen(std::unique_ptr<TimelineModel> model, TimelineState state)
    : model_(std::move(model)), state_(std::move(state)) {}
TimelineScreen::~TimelineScreen() = default;

Result<std::unique_ptr<TimelineScreen>> TimelineScreen::open(TimelineSubject subject, const Work& work) {
  const auto scope = Scope::make(*subject.profile, subject.scope);
  if (!scope) return tl::unexpected(scope.error());
  auto made = TimelineModel::open(std::move(subject), work);
  if (!made) return tl::unexpected(made.error());
  auto model = std::move(*made);
  TimelineState state;
  state.row = first_row(*model);
  state.settings = model->subject().settings;
  state.least = state.settings[static_cast<size_t>(TimelineSettingIx::minimum)] * 1'000;
  state.window = model->run();
  state.cursor = state.window.start;
  const TuiInput none;
  const TimelineAct act{*model, state, timeline_layout({}), {}, none};
  show_window(act, scope->has_window() ? scope->bounds() : model->run());
  // Where nothing else is asked for, at the first event.
  if (!scope->has_window() && state.cursor > INT64_MIN) {
    --state.cursor;
    const auto first = model->next_event(state, true);
    state.cursor = first ? first->time.start : state.window.start;
  }
  model->begin_indexes();
  const std::string at = model->subject().at;
  std::unique_ptr<TimelineScreen> screen(new TimelineScreen(std::move(model), std::move(state)));
  if (!at.empty())
    if (auto gone = screen->go_to(at); !gone) return tl::unexpected(gone.error());
  return screen;
}

Result<void> TimelineScreen::go_to(const std::string& target) {
  const TuiInput none;
  const TimelineAct act{*model_, state_, timeline_layout({}), {}, none};
  const auto time = interval_of(model_->profile(), target);
  const auto window = window_around(model_->profile(), target);
  if (const auto named = parse_target(target); !time && named && named->kind == TargetKind::finding) {
    jump_to(act, model_->run());
    say(state_, "This finding is about the whole run: no single event shows it.");
    return {};
  }
  if (!time || !window)
    return fail(ErrorCode::bad_request,
                fmt::format("{} has no place on the timeline of this profile.", quotation(target)),
                "Name an event, such as kernel:1; the reference of each stands in answers and cards.");
  const std::string row = row_of_target(model_->profile(), target);
  if (!row.empty() && model_->row(row) == nullptr)
    return fail(ErrorCode::bad_request, fmt::format("{} is on none of the chosen rows.", quotation(target)),
                "Leave out --gpu and --process, or choose where it ran.");
  if (!row.empty()) state_.row = row;
  jump_to(act, *window);
  put_cursor(act, time->start);
  return {};
}

void TimelineScreen::act(const TuiInput& input, FrameSize asked) {
  const FrameSize size = clamped(asked);
  const std::string action = action_of_input(timeline_actions(), state_.mode, input);
  state_.message.clear();
  if (action.empty()) return;
  const TimelineAct act{*model_, state_, timeline_layout(size), size, input};
  if (!move_view(act, action) && !change_marks(act, action)) change_panel(act, action);
}

void TimelineScreen::show_beside(Interval window, int64_t cursor, const std::string& words) {
  if (state_.mode != "timeline") return;
  const TuiInput none;
  const TimelineAct act{*model_, state_, timeline_layout({}), {}, none};
  show_window(act, window);
  state_.cursor =
      std::clamp(cursor, state_.window.start, std::max(state_.window.start, state_.window.end - 1));
  say(state_, state_.window == window ? words : "Not aligned: this run does not reach that far");
}

bool TimelineScreen::has_news() const { return model_->has_findings() || model_->has_indexes(); }
bool TimelineScreen::awaits_news() const { return model_->awaits_findings(); }

// What is looked at stays where it is when rows come above it, in whatever order they come.
void TimelineScreen::take_news() {
  const auto before = line_of_selected(*model_, state_);
  if (model_->has_indexes()) model_->take_indexes();
  if (model_->has_findings()) model_->take_findings();
  const auto after = line_of_selected(*model_, state_);
  if (state_.top > 0 && before && after) state_.top = state_.top + *after - std::min(*before, state_.top + *after);
}

Frame TimelineScreen::frame(FrameSize asked, bool complete) {
  if (has_news()) take_news();
  const FrameSize size = clamped(asked);
  state_.top = scrolled_to_row(*model_, state_, timeline_layout(size).body_lines);
  Frame drawn = draw_timeline(*model_, state_, size, complete);
  if (complete) model_->begin_findings();
  return drawn;
}

}  // namespace nsys_ai
