// Reads rows, parts and single events from the source of the timeline.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "analysis/scope.h"
#include "analysis/time/iterations.h"
#include "base/context.h"
#include "trace/timeline/row_scope.h"
#include "tui/bars.h"
#include "tui/timeline_model.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

// A column is drawn in eighths, across too.
constexpr size_t kPartsOfColumn = 8;
// More events in a column than this are merged, and said to be.
constexpr size_t kMostInColumn = 4'000;

bool needs_indexes(const std::string& row) {
  return row.starts_with("steps:") || row.starts_with("idle:") || row.starts_with("nvtx_on_gpu:");
}

// Whether what a row shows belongs to the chosen GPUs, or to a process that uses one of them.
bool is_chosen(const Profile& profile, const Scope& scope, const std::string& id) {
  const auto of = scope_of_rows(profile, std::vector{id});
  if (!of) return true;
  if (of->process) {
    for (size_t process = 0; process < profile.processes().size(); ++process)
      if (scope.has(ProcessIx(process)) && profile.pid_of(ProcessIx(process)) == of->process)
        break;
      else if (process + 1 == profile.processes().size())
        return false;
  }
  return of->gpus.empty() || std::ranges::any_of(scope.devices(), [&](DeviceIx device) {
           return std::ranges::count(of->gpus, int64_t{profile.devices()[device].ordinal}) > 0;
         });
}

// The rows in the order in which they stand below each other, those that are not chosen left out.
Timeline ordered_rows(const TimelineSubject& subject, Timeline listed) {
  std::vector<std::vector<size_t>> children(listed.rows.size() + 1);
  for (size_t at = 0; at < listed.rows.size(); ++at)
    children[static_cast<size_t>(listed.rows[at].parent)].push_back(at);
  for (auto& each : children)
    std::ranges::stable_sort(each, {}, [&](size_t at) { return listed.rows[at].rank; });
  const auto scope = Scope::make(*subject.profile, subject.scope);
  const bool all =
      !scope || (subject.scope.gpus.empty() && !subject.scope.process && !subject.scope.iteration);
  std::vector<TimelineRow> rows;
  // Returns whether anything of it was added.
  const auto add = [&](const auto& self, size_t at, int64_t parent) -> bool {
    const TimelineRow& row = listed.rows[at];
    if (!row.id.empty() && !all && !is_chosen(*subject.profile, *scope, row.id)) return false;
    const size_t place = rows.size();
    rows.push_back(row);
    rows.back().parent = parent;
    bool any = !row.id.empty();
    for (const size_t child : children[at + 1])
      any = self(self, child, static_cast<int64_t>(place) + 1) || any;
    if (!any) rows.resize(place);
    return any;
  };
  for (const size_t top : children[0]) add(add, top, 0);
  listed.rows = std::move(rows);
  return listed;
}

TimelineEvent event_of_slice(const Timeline& timeline, const TimelineRow& row, size_t i) {
  const auto text_of = [&](int64_t at) {
    return at < 0 ? std::string() : timeline.texts[static_cast<size_t>(at)];
  };
  TimelineEvent event;
  event.name = text_of(row.names[i]);
  event.kind = text_of(row.kinds[i]);
  event.ref = text_of(row.refs[i]);
  event.facts = text_of(row.facts[i]);
  event.merged = event.kind == "merged";
  event.time.start = timeline.run_start + row.starts[i];
  event.time.end = event.time.start + row.lengths[i];
  return event;
}

const TimelineRow* row_of_timeline(const Timeline& timeline, const std::string& id) {
  const auto found = std::ranges::find(timeline.rows, id, &TimelineRow::id);
  return found == timeline.rows.end() || found->lengths.empty() ? nullptr : &*found;
}

// The slice that contains a time, the innermost of several; else the first that begins in the column.
std::optional<size_t> slice_at(const TimelineRow& row, int64_t time, Interval column) {
  std::optional<size_t> found, first;
  for (size_t i = 0; i < row.lengths.size(); ++i) {
    if (row.starts[i] >= column.end && row.starts[i] > time) break;
    const bool around = row.starts[i] <= time && time < row.starts[i] + std::max<int64_t>(1, row.lengths[i]);
    if (around && (!found || row.depths[i] >= row.depths[*found])) found = i;
    if (!first && row.starts[i] >= column.start && row.starts[i] < column.end) first = i;
  }
  return found ? found : first;
}

size_t count_in(const TimelineRow& row, Interval column) {
  size_t count = 0;
  for (size_t i = 0; i < row.lengths.size() && row.starts[i] < column.end; ++i)
    if (row.starts[i] + std::max<int64_t>(1, row.lengths[i]) > column.start) ++count;
  return count;
}

}  // namespace

Result<std::unique_ptr<TimelineModel>> TimelineModel::open(TimelineSubject subject, const Work& work) {
  auto findings = std::exchange(subject.content.findings, {});
  auto rows = TimelineSource(*subject.profile, subject.content).rows(work);
  if (!rows) return tl::unexpected(rows.error());
  return std::make_unique<TimelineModel>(std::move(subject), std::move(*rows), std::move(findings));
}

TimelineModel::TimelineModel(TimelineSubject subject, Timeline rows,
                             std::function<std::vector<TraceNote>()> findings)
    : subject_(std::move(subject)),
      rows_(ordered_rows(subject_, std::move(rows))),
      source_(std::in_place, *subject_.profile, subject_.content) {
  findings_ = std::move(findings);
}

void TimelineModel::begin_indexes() {
  const auto build = [](const Profile& profile) -> const Iterations& {
    profile.derived(build_launches);
    return profile.derived(build_iterations);
  };
  if (if_ready([&]() -> const Iterations& { return build(profile()); }) != nullptr) return;
  indexes_ = std::make_unique<Late<bool>>("The steps of the timeline", false,
                                          [build, profile = subject_.profile](const Work&) {
                                            build(*profile);
                                            return true;
                                          });
}

void TimelineModel::begin_findings() {
  if (indexes_) return;
  using Notes = std::vector<TraceNote>;
  if (auto make = std::exchange(findings_, {}))
    late_ = std::make_unique<Late<Notes>>("The findings of the timeline", Notes(),
                                          [make = std::move(make)](const Work&) { return make(); });
}

void TimelineModel::take_findings() {
  subject_.content.findings = [notes = late_->value()] { return notes; };
  late_.reset();
  part_.reset();
  source_.emplace(*subject_.profile, subject_.content);
  if (auto rows = source_->rows()) rows_ = ordered_rows(subject_, std::move(*rows));
}

const TimelineRow* TimelineModel::row(const std::string& id) const {
  const auto found = std::ranges::find(rows_.rows, id, &TimelineRow::id);
  return found == rows_.rows.end() || id.empty() ? nullptr : &*found;
}

// Parts of one pixel fit together, so that what lies beside the window costs nothing when it is gone to.
Result<TimelineModel::Part> TimelineModel::part(Interval window, size_t columns,
                                                std::vector<std::string> rows, bool complete) {
  const bool lacks = lacks_indexes();
  if (lacks) std::erase_if(rows, needs_indexes);
  const auto parts = static_cast<int64_t>(std::max<size_t>(1, columns * kPartsOfColumn));
  const auto pixel = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(window.duration() / parts)));
  const bool has_window =
      part_ && part_rows_ == rows && part_window_.start <= window.start && window.end <= part_window_.end;
  if (has_window && (part_pixel_ == pixel || !complete)) return Part{&*part_, lacks || part_pixel_ != pixel};
  const int64_t beside = complete || pixel == part_pixel_ ? window.duration() / 4 : 0;
  const Interval wide{std::min(window.start, std::max(run().start, window.start - beside)),
                      std::max(window.end, std::min(run().end, window.end + beside))};
  part_.reset();
  auto made = source_->part({wide, pixel == 0 ? INT64_MAX : wide.duration() / pixel, SIZE_MAX, rows});
  if (!made) return tl::unexpected(made.error());
  part_ = std::move(*made);
  part_window_ = wide;
  part_pixel_ = pixel;
  part_rows_ = std::move(rows);
  return Part{&*part_, lacks};
}

const std::vector<double>& TimelineModel::strip(size_t columns) {
  if (strip_columns_ == columns) return strip_;
  strip_columns_ = columns;
  strip_.assign(columns, 0);
  std::vector<std::string> ids;
  for (const TimelineRow& row : rows_.rows)
    if (row.id.starts_with("busy:")) ids.push_back(row.id);
  TimelineView view{{}, static_cast<int64_t>(columns), SIZE_MAX, ids};
  const auto made = ids.empty() ? Result<Timeline>(Timeline{}) : source_->part(view);
  if (!made) return strip_;
  for (const TimelineRow& row : made->rows) {
    if (row.values.empty()) continue;
    constexpr double kAll = 100;  // its unit is percent
    const auto shares = counter_columns(row, {made->start, made->end}, columns, kAll);
    for (size_t c = 0; c < columns; ++c) strip_[c] += shares[c] / static_cast<double>(ids.size());
  }
  return strip_;
}

Result<const TimelineMatches*> TimelineModel::matches(const std::string& filter, int64_t least) {
  if (!matches_ || matches_of_ != filter || least_of_ != least) {
    TimelineSearch search;
    search.text = filter.empty() ? "*" : filter;
    search.least = least;
    search.limit = kMostMatches;
    auto made = source_->search(search);
    if (!made) return tl::unexpected(made.error());
    matches_ = std::move(*made);
    matches_of_ = filter;
    least_of_ = least;
  }
  return &*matches_;
}

// A pixel of 0 ns: nothing is merged as long as there are not too many events.
Result<Timeline> TimelineModel::exact(const std::string& row, Interval window) const {
  return source_->part({window, INT64_MAX, kMostInColumn, std::vector{row}});
}

std::optional<TimelineEvent> TimelineModel::event_at(const TimelineState& state, Interval column) {
  if (state.row.empty()) return std::nullopt;
  Result<Timeline> made = Timeline{};
  const Timeline* timeline = nullptr;
  if (filtered(state)) {
    const auto found = matches(state.filter, state.least);
    if (found && row_of_timeline((*found)->timeline, state.row) != nullptr) timeline = &(*found)->timeline;
  }
  if (timeline == nullptr) {
    made = exact(state.row, column);
    if (!made) return std::nullopt;
    timeline = &*made;
  }
  const TimelineRow* row = row_of_timeline(*timeline, state.row);
  if (row == nullptr) return std::nullopt;
  const Interval since{column.start - timeline->run_start, column.end - timeline->run_start};
  const auto slice = slice_at(*row, state.cursor - timeline->run_start, since);
  if (!slice) return std::nullopt;
  TimelineEvent event = event_of_slice(*timeline, *row, *slice);
  event.in_column = timeline->pixel == 0 ? count_in(*row, since) : 0;
  if (event.merged) return event;
  // Slices are clipped to the window that was read.
  if (const auto time = interval_of(profile(), event.ref))
    event.time = *time;
  else if (const auto whole = exact(state.row, run()); event.ref.empty() && whole && whole->pixel == 0)
    if (const TimelineRow* of = row_of_timeline(*whole, state.row))
      if (const auto at = slice_at(*of, state.cursor - whole->run_start, since))
        event.time = event_of_slice(*whole, *of, *at).time;
  return event;
}

std::optional<TimelineEvent> TimelineModel::next_event(const TimelineState& state, bool forward) {
  const auto pick = [&](const Timeline& timeline, const TimelineRow& row) -> std::optional<size_t> {
    const int64_t cursor = state.cursor - timeline.run_start;
    const auto after = std::ranges::upper_bound(row.starts, cursor);
    if (forward)
      return after == row.starts.end() ? std::nullopt : std::optional<size_t>(after - row.starts.begin());
    const auto before = std::ranges::lower_bound(row.starts, cursor);
    return before == row.starts.begin() ? std::nullopt
                                        : std::optional<size_t>(before - row.starts.begin() - 1);
  };
  if (filtered(state)) {
    const auto found = matches(state.filter, state.least);
    const TimelineRow* row = found ? row_of_timeline((*found)->timeline, state.row) : nullptr;
    if (row != nullptr) {
      const auto slice = pick((*found)->timeline, *row);
      if (!slice) return std::nullopt;
      return event_of_slice((*found)->timeline, *row, *slice);
    }
  }
  // Growing windows, so that a dense row costs no more than a sparse one.
  const Interval all{run().start, run().end + 1};
  int64_t span = std::max<int64_t>(1, state.window.duration() / 256);
  int64_t dense = INT64_MAX;  // a window of this length had too many
  for (int tries = 0; tries < 96; ++tries) {
    Interval near = forward ? Interval{state.cursor, all.end} : Interval{all.start, state.cursor + 1};
    if (near.duration() > span)
      (forward ? near.end : near.start) = forward ? near.start + span : near.end - span;
    if (near.empty()) return std::nullopt;
    const auto made = exact(state.row, near);
    if (!made) return std::nullopt;
    const TimelineRow* row = row_of_timeline(*made, state.row);
    if (made->pixel > 0 && span > 1) {
      dense = span;
      span = std::max<int64_t>(1, span / 4);
      continue;
    }
    // Slices are clipped to the window: one that began before it seems to begin with it.
    const auto slice = row == nullptr ? std::nullopt : pick(*made, *row);
    const int64_t start = slice ? made->run_start + row->starts[*slice] : 0;
    if (slice && (forward || start > near.start || near.start <= all.start)) {
      TimelineEvent event = event_of_slice(*made, *row, *slice);
      return event;
    }
    if ((forward && near.end >= all.end) || (!forward && near.start <= all.start)) return std::nullopt;
    const int64_t wider = span > INT64_MAX / 8 ? INT64_MAX : span * 4;
    span = wider < dense ? wider : span + (dense - span + 1) / 2;
  }
  return std::nullopt;
}

const std::vector<TimelineMark>& TimelineModel::marks() {
  if (!marks_) {
    auto marks = subject_.marks ? subject_.marks() : std::vector<TimelineMark>();
    marks_ = marks ? std::move(*marks) : std::vector<TimelineMark>();
  }
  return *marks_;
}

}  // namespace nsys_ai
