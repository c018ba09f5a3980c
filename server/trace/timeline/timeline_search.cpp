// Finds events by name, and formats the requested ones like a part.
#include <algorithm>
#include <utility>

#include "analysis/name_search.h"
#include "base/context.h"
#include "trace/timeline/timeline_part.h"
#include "trace/write_with.h"

namespace nsys_ai {

using namespace perfetto;

namespace {

EventKind kind_of(const Profile& profile, const FoundEvent& found) {
  switch (found.kind) {
    case NamedKind::kernel:
      return EventKind::kernel;
    case NamedKind::copy:
      return EventKind::copy;
    case NamedKind::call:
      return EventKind::call;
    case NamedKind::mark:
      return EventKind::mark;
    case NamedKind::nvtx:
      break;
  }
  return profile.nvtx().is_start_end(found.at) ? EventKind::start_end : EventKind::range;
}

Event event_of(const Recorded& recorded, const FoundEvent& found) {
  Event event;
  event.kind = kind_of(recorded.profile, found);
  event.at = found.at;
  event.time = time_of(recorded, event.kind, found.at);
  return event;
}

// Counts the matches that begin in each column of a window.
class Columns {
 public:
  Columns(Interval window, int64_t columns)
      : window_(window), counts_(window.empty() ? 0 : static_cast<size_t>(std::max<int64_t>(0, columns))) {}

  void add(int64_t start) {
    if (counts_.empty() || start < window_.start || start >= window_.end) return;
    const auto into = static_cast<double>(start - window_.start) / static_cast<double>(window_.duration());
    const auto column = static_cast<size_t>(into * static_cast<double>(counts_.size()));
    ++counts_[std::min(column, counts_.size() - 1)];
  }
  std::vector<int64_t> counts() && { return std::move(counts_); }

 private:
  Interval window_;
  std::vector<int64_t> counts_;
};

}  // namespace

Result<TimelineMatches> TimelineSource::search(const TimelineSearch& search, const Work& work) const {
  return cancellable(work, [&] { return made_search(search, work); });
}

Result<TimelineMatches> TimelineSource::made_search(const TimelineSearch& search, const Work& work) const {
  auto pattern = TextPattern::make(search.text, {});
  if (!pattern) return tl::unexpected(pattern.error());
  const auto chosen = ChosenRows::of(search.rows);
  if (!chosen) return tl::unexpected(chosen.error());
  const TraceOptions options = timeline_options(0);
  const auto recorded = recorded_for(profile_, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const Scope scope = Scope::whole(profile_);
  const auto found = search_names(profile_, scope, {std::move(*pattern), search.kinds, 0}, work);
  if (!found) return tl::unexpected(found.error());

  const Interval run = run_of(*recorded);
  const MergeRows rows(*recorded);
  Columns columns(search.window.value_or(run), search.columns);
  std::vector<Event> listed;
  TimelineMatches matches;
  ThrottledCheck check;
  for (const FoundEvent& each : found->events) {
    check();
    const Event event = event_of(*recorded, each);
    if (event.time.duration() < search.least) continue;
    if (chosen->listed() && !chosen->has(row_id_of(rows[rows.row_of(event)]))) continue;
    if (matches.total++ >= search.from && listed.size() < search.limit) listed.push_back(event);
    columns.add(event.time.start);
  }
  matches.columns = std::move(columns).counts();
  matches.timeline = empty_timeline(run, run);
  RowWriter writer(matches.timeline, SIZE_MAX);
  Output output{*recorded,
                scope,
                options,
                work,
                writer,
                Tracks(*recorded, options, writer),
                EventDescriber(*recorded, options, work, writer),
                {}};
  output.describer.begin_sequence();
  for (const Event& event : listed) {
    writer.next_row(row_id_of(rows[rows.row_of(event)]));
    const Placement place = output.tracks.event(event);
    if (place.instant)
      writer.instant(place.track, event.time.start, output.describer.of(event));
    else
      writer.slice(place.track, event.time, output.describer.of(event));
  }
  return matches;
}

}  // namespace nsys_ai
