// What is known of the event under the cursor, and of the window.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/time/busy.h"
#include "base/text_table.h"
#include "trace/timeline/row_scope.h"
#include "tui/axis.h"
#include "tui/timeline_model.h"
#include "tui/timeline_rows_shown.h"
#include "view/targets/related.h"

namespace nsys_ai {
namespace {

// The path of labels around an event, the outermost first.
std::string path_of(const std::vector<RelatedEvent>& related) {
  std::string path;
  for (const RelatedEvent& each : related)
    if (each.relation == Relation::inside) path = each.event.text + (path.empty() ? "" : " › ") + path;
  return path;
}

// An event's whole name, where it has a longer one than a bar has room for.
std::string full_name(const Profile& profile, const TimelineEvent& event) {
  const auto target = parse_target(event.ref);
  if (!target || target->kind != TargetKind::kernel) return event.name;
  const auto at = row_in(profile.kernels(), *target);
  return at ? std::string(profile.text(profile.kernels().name(*at))) : event.name;
}

std::string row_words(const TimelineModel& model, const std::string& id) {
  const TimelineRow* row = model.row(id);
  if (row == nullptr) return "";
  std::string words = row->name;
  for (int64_t parent = row->parent; parent > 0;) {
    row = &model.rows().rows[static_cast<size_t>(parent - 1)];
    words += ", " + row->name;
    parent = row->parent;
  }
  return words;
}

std::string place_words(const TimelineModel& model, const TimelineState& state, const TimelineEvent& event) {
  std::string words = event.ref.empty() ? "" : event.ref + " · ";
  const int64_t zero = state.absolute ? 0 : model.run().start;
  words += fmt::format("{} from {}", readable_ns(event.time.duration()),
                       time_text(event.time.start - zero, std::max<int64_t>(1, event.time.duration() / 100)));
  words += " · " + row_words(model, state.row);
  if (event.in_column > 1)
    words +=
        fmt::format(" · one of {} in this column", readable_count(static_cast<int64_t>(event.in_column)));
  return words;
}

std::string nothing_words(const std::optional<TimelineEvent>& next, int64_t cursor) {
  if (!next) return "Nothing here.";
  return fmt::format("Nothing here: Tab goes to {}, {} further on.", next->name,
                     readable_ns(next->time.start - cursor));
}

std::string key_of(const TimelineState& state, Interval column) {
  return fmt::format("{} {} {} {} {} {} {} {}", state.row, state.cursor, column.start, column.end,
                     state.filter, state.least, state.absolute, state.full_names);
}

}  // namespace

std::vector<TimelineText> TimelineModel::describe(const TimelineState& state, const TimelineEvent& event) {
  std::vector<TimelineText> lines;
  lines.push_back({state.full_names ? full_name(profile(), event) : event.name, FrameRole::heading});
  lines.push_back({place_words(*this, state, event), FrameRole::plain});
  if (event.merged) lines.push_back({"Several events: zoom in to see each.", FrameRole::dim});
  for (size_t at = 0; at < event.facts.size();) {
    const size_t end = std::min(event.facts.find('\n', at), event.facts.size());
    lines.push_back({event.facts.substr(at, end - at), FrameRole::dim});
    at = end + 1;
  }
  const auto found = event.ref.empty() ? Result<std::vector<RelatedEvent>>() : related(profile(), event.ref);
  if (!found) return lines;
  if (const std::string path = path_of(*found); !path.empty())
    lines.push_back({"NVTX " + path, FrameRole::range_1});
  for (const RelatedEvent& each : *found)
    if (each.relation != Relation::inside)
      lines.push_back({fmt::format("{} {} ({}), {}", words_of(each.relation), each.event.text,
                                   each.event.target, each.when),
                       FrameRole::dim});
  return lines;
}

const TimelineDetails* TimelineModel::details(const TimelineState& state, Interval column, bool complete) {
  const std::string key = key_of(state, column);
  if (details_ && details_of_ == key) return &*details_;
  if (!complete) return nullptr;
  details_.emplace();
  details_of_ = key;
  const TimelineRow* row = this->row(state.row);
  details_->event = event_at(state, column);
  if (details_->event)
    details_->lines = describe(state, *details_->event);
  else if (row != nullptr)
    details_->lines = {{nothing_words(next_event(state, true), state.cursor), FrameRole::dim},
                       {row_words(*this, state.row), FrameRole::dim}};
  return &*details_;
}

const std::string* TimelineModel::busy_words(const TimelineState& state, bool complete) {
  const std::string key = fmt::format("{} {} {}", state.row, state.window.start, state.window.end);
  if (busy_ && busy_of_ == key) return &*busy_;
  if (!complete) return nullptr;
  busy_of_ = key;
  busy_ = "";
  const auto of = scope_of_rows(profile(), std::vector{state.row});
  ScopeRequest request = of ? *of : ScopeRequest{};
  if (state.window != run()) request.window = state.window;
  const auto scope = Scope::make(profile(), request);
  if (!scope) return &*busy_;
  const std::vector<DeviceTime> times =
      scope->is_whole(profile()) ? profile().derived(build_device_times) : device_times(profile(), *scope);
  const auto length = static_cast<double>(std::max<int64_t>(1, state.window.duration()));
  for (const DeviceTime& time : times) {
    const std::string share = readable_share(static_cast<double>(time.busy) / length);
    const std::string gpu = fmt::format("GPU {} busy ", profile().devices()[time.device].ordinal);
    if (times.size() == 1)
      *busy_ = fmt::format("{}{}, {} of the window, {}", gpu, readable_ns(time.busy), share,
                           counted(time.kernels, "kernel", "kernels"));
    else
      *busy_ += (busy_->empty() ? "" : ", ") + gpu + share;
  }
  if (times.size() > 1) *busy_ += " of the window";
  if (times.empty() && !profile().devices().empty()) *busy_ = "No GPU work in the window";
  return &*busy_;
}

}  // namespace nsys_ai
