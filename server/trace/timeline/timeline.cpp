// Chooses a pixel, takes what is merged at it from levels or from events, and words it row by row.
#include "trace/timeline/timeline.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <future>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "trace/metric_order.h"
#include "trace/sequence.h"
#include "trace/timeline/levels.h"
#include "trace/timeline/row_analyses.h"
#include "trace/timeline/row_events.h"
#include "trace/timeline/timeline_rows.h"
#include "trace/timeline/timeline_values.h"
#include "trace/write_with.h"

namespace nsys_ai::inline trace {
namespace {

using namespace perfetto;

// No screen has more: where nothing is to be merged and too much is there, this is what is merged first.
constexpr int64_t kMaxColumns = 8192;

Interval run_of(const Recorded& recorded) {
  const Interval events = recorded.profile.extent();
  if (!recorded.os_calls || recorded.os_calls->size() == 0) return events;
  Interval run = recorded.os_calls->interval(0);
  for (size_t i = 0; i < recorded.os_calls->size(); ++i) {
    const Interval call = recorded.os_calls->interval(i);
    run = {std::min(run.start, call.start), std::max(run.end, call.end)};
  }
  return events.empty() ? run : Interval{std::min(run.start, events.start), std::max(run.end, events.end)};
}

int64_t moved(int64_t time, int64_t by) {
  int64_t to = 0;
  if (__builtin_add_overflow(time, by, &to)) return by < 0 ? INT64_MIN : INT64_MAX;
  return to;
}

TraceOptions options_at(int64_t pixel) {
  TraceOptions options;
  options.calls = options.references_alone = true;
  options.pixel = pixel;
  return options;
}

// What one part is made of. For one part, and one thread but where it says so.
class PartMaker {
 public:
  PartMaker(const Recorded& recorded, const TimelineLevels& levels, const Scope& scope, Interval window,
            ChosenRows chosen, const Work& work)
      : recorded_(recorded),
        profile_(recorded.profile),
        levels_(levels),
        scope_(scope),
        window_(window),
        chosen_(std::move(chosen)),
        work_(work),
        rows_(recorded),
        wanted_(rows_.count(), false),
        merged_(rows_.count()) {
    for (size_t row = 0; row < rows_.count(); ++row) wanted_[row] = chosen_.has(row_id_of(rows_[row]));
  }

  // False where it would be more than `most`.
  Result<bool> merge(int64_t pixel, size_t most) {
    pixel_ = pixel;
    left_ = most;
    values_.clear();
    for (auto& row : merged_) row.clear();
    if (levels_.has(pixel_))
      take_levels();
    else
      merge_events();
    if (left_ >= 0) {
      auto values = counter_rows(profile_, levels_, chosen_, {window_, pixel_});
      if (auto metrics = metric_rows(profile_, chosen_, {window_, pixel_}, work_))
        std::move(metrics->begin(), metrics->end(), std::back_inserter(values));
      else
        return tl::unexpected(metrics.error());
      for (const ValueRow& of : values) left_ -= static_cast<int64_t>(of.values.size());
      values_ = std::move(values);
    }
    if (work_.cancel.cancelled()) return cancelled();
    return left_ >= 0;
  }

  void write(Output& output, RowWriter& writer) {
    output.describer.begin_sequence();
    const size_t threads = profile_.threads().size();
    for (size_t row = 0; row < rows_.count() && output.goes_on() && !writer.is_full(); ++row) {
      const auto [kind, of] = rows_[row];
      if (kind == EventKind::mark) continue;
      std::vector<Event>& slices = merged_[row];
      if (kind == EventKind::range && of < threads) add_marks(slices, merged_[rows_.mark(ThreadIx(of))]);
      write_row(output, writer, row_id_of(rows_[row]), slices);
    }
    for (const ValueRow& of : values_) write_values(output, writer, of);
  }

 private:
  // Levels end at their rows; calls of the operating system have none.
  void take_levels() {
    for (size_t row = 0; row < rows_.count() && left_ >= 0 && !work_.cancel.cancelled(); ++row) {
      if (!wanted_[row] || rows_[row].kind == EventKind::os_call) continue;
      levels_.each(row, pixel_, scope_.has_window() ? std::optional(window_) : std::nullopt,
                   [&](const Event& slice) { return add(row, slice); });
    }
    if (recorded_.os_calls) merge_section(RowEvents::Section::os_calls);
  }

  void merge_events() {
    for (const auto section :
         {RowEvents::Section::operations, RowEvents::Section::nvtx, RowEvents::Section::calls})
      merge_section(section);
    if (recorded_.os_calls) merge_section(RowEvents::Section::os_calls);
    for (size_t device = 0; device < profile_.devices().size(); ++device)
      for (const EventKind kind : {EventKind::iteration, EventKind::projection, EventKind::gap})
        merge_analysis(kind, DeviceIx(device));
  }

  void merge_section(RowEvents::Section section) {
    if (left_ < 0 || work_.cancel.cancelled()) return;
    RowEvents events(recorded_, rows_, section, wanted_, near(), work_);
    constexpr size_t kWorthThreads = size_t{1} << 16;
    parallel_for(
        events.size() < kWorthThreads ? 1 : usable_cores(), events.rows().size(),
        [&](size_t at) {
          const size_t row = events.rows()[at];
          RowMerge merge(*this, row);
          events.each(row, [&](const Event& event) { return merge.append(event); });
          merge.finish();
        },
        [&] { work_.report(0.3, "merging what the screen shows"); });
  }

  void merge_analysis(EventKind kind, DeviceIx device) {
    const size_t row = rows_.analysis(kind, device);
    if (!wanted_[row] || left_ < 0 || work_.cancel.cancelled()) return;
    RowMerge merge(*this, row);
    const TakeEvent visit = [&](const Event& event) { return merge.append(event); };
    if (kind == EventKind::iteration)
      each_iteration(profile_, device, near(), visit);
    else if (kind == EventKind::gap)
      each_gap(profile_, device, near(), visit);
    else
      merge_projections(device, visit);
    merge.finish();
  }

  void merge_projections(DeviceIx device, const TakeEvent& visit) {
    const auto is_shown = [&](const Event& event) {
      return profile_.nvtx().interval(event.at).duration() >= pixel_;
    };
    if (!near() || levels_.finest() == 0)
      return each_projection_of_run(profile_, device,
                                    [&](const Event& event) { return !is_shown(event) || visit(event); });
    LongProjections long_ones{levels_.finest(), {}};
    const Interval around{moved(near()->start, -long_ones.least), moved(near()->end, long_ones.least)};
    levels_.each_long_projection(device, around, [&](const Event& event) {
      long_ones.near.push_back(event);
      return true;
    });
    each_projection_near(profile_, device, *near(), long_ones, pixel_, visit);
  }

  // What is merged for a pixel of the window depends on no more (trace/timeline/row_merger.h).
  std::optional<Interval> near() const {
    if (!scope_.has_window()) return std::nullopt;
    const int64_t beside = pixel_ > INT64_MAX / 2 ? INT64_MAX : 2 * pixel_;
    return Interval{moved(window_.start, -beside), moved(window_.end, beside)};
  }

  // One row, on whatever thread.
  class RowMerge {
   public:
    RowMerge(PartMaker& part, size_t row) : part_(part), row_(row) {}
    bool append(const Event& event) {
      if (part_.pixel_ == 0)
        more_ = part_.add(row_, event);
      else
        merger_.add(event, appended_, part_.pixel_,
                    [&](const Event& slice, uint64_t) { more_ = more_ && part_.add(row_, slice); });
      constexpr uint64_t kBetweenLooks = 4096;
      return more_ && (++appended_ % kBetweenLooks != 0 || !part_.work_.cancel.cancelled());
    }
    void finish() {
      merger_.finish([&](const Event& slice, uint64_t) { part_.add(row_, slice); });
    }

   private:
    PartMaker& part_;
    size_t row_;
    RowMerger merger_;
    uint64_t appended_ = 0;
    bool more_ = true;
  };

  // False when it is more than there is room for.
  bool add(size_t row, const Event& slice) {
    if (!cut(slice)) return true;
    merged_[row].push_back(slice);
    return --left_ >= 0;
  }

  // What of it lies in the window. Of marks, which have no time, the first one says where they are.
  std::optional<Interval> cut(const Event& slice) const {
    return scope_.clip(slice.kind == EventKind::mark ? Interval{slice.time.start, slice.time.start}
                                                     : slice.time);
  }

  static void add_marks(std::vector<Event>& ranges, const std::vector<Event>& marks) {
    const auto middle = static_cast<std::ptrdiff_t>(ranges.size());
    ranges.insert(ranges.end(), marks.begin(), marks.end());
    std::inplace_merge(ranges.begin(), ranges.begin() + middle, ranges.end(),
                       [](const Event& a, const Event& b) { return a.time.start < b.time.start; });
  }

  // Words are of the whole slice, its place is cut.
  void write_row(Output& output, RowWriter& writer, RowId id, const std::vector<Event>& slices) {
    writer.next_row(id);
    for (const Event& slice : slices) {
      if (writer.is_full()) return;
      Event shown = slice;
      shown.time = cut(slice).value_or(slice.time);
      const Placement place = output.tracks.event(shown);
      const EventInfo& words = slice.count > 1 ? output.describer.merged(slice) : output.describer.of(slice);
      if (place.instant)
        writer.instant(place.track, shown.time.start, words);
      else
        writer.slice(place.track, shown.time, words);
    }
  }

  void write_values(Output& output, RowWriter& writer, const ValueRow& of) {
    if (of.values.empty()) return;
    writer.next_row(of.id);
    const TrackId track = track_of(output, of);
    for (const auto& [time, value] : of.values) writer.counter(track, time, value);
  }

  TrackId track_of(Output& output, const ValueRow& of) {
    if (!of.metric) return output.tracks.counter(counter_of(of.device, of.counter));
    if (group_of_ != of.metric->group) {
      group_of_ = of.metric->group;
      group_ =
          output.tracks.metric_group(of.metric->group, metric_group_name(profile_, of.metric->gpu, pixel_));
    }
    return output.tracks.metric(group_, of.metric->rank, std::string(of.metric->name));
  }

  const Recorded& recorded_;
  const Profile& profile_;
  const TimelineLevels& levels_;
  const Scope& scope_;
  Interval window_;
  ChosenRows chosen_;
  const Work& work_;
  MergeRows rows_;
  std::vector<bool> wanted_;  // by row
  int64_t pixel_ = 0;
  std::atomic<int64_t> left_ = 0;           // of what may be shown
  std::vector<std::vector<Event>> merged_;  // by row: what touches the window, whole
  std::vector<ValueRow> values_;
  std::optional<size_t> group_of_;
  TrackId group_ = 0;
};

// Those of a group, and nothing where none of its rows is wanted.
std::vector<TraceNote> notes_of(const std::function<std::vector<TraceNote>()>& notes,
                                const ChosenRows& chosen, RowKind kind) {
  return notes && chosen.has_any(kind) ? notes() : std::vector<TraceNote>();
}

struct Notes {
  std::vector<TraceNote> bookmarks;
  std::vector<TraceNote> findings;
};

void write_chosen(Output& output, RowWriter& writer, const ChosenRows& chosen, const Notes& notes) {
  for (const auto& [group, kind, of] :
       {std::tuple(NoteGroup::findings, RowKind::finding, &notes.findings),
        std::tuple(NoteGroup::bookmarks, RowKind::bookmark, &notes.bookmarks)})
    for (size_t at = 0; at < of->size(); ++at) {
      if (!chosen.has({kind, at})) continue;
      writer.next_row({kind, at});
      write_note(output, group, *of, at);
    }
}

Timeline empty_timeline(Interval run, Interval window) {
  Timeline shown;
  shown.run_start = run.start;
  shown.run_length = run.duration();
  shown.start = window.start - run.start;
  shown.end = window.end - run.start;
  return shown;
}

// The largest power of two that is no longer than a column; 0 below 1 ns.
int64_t pixel_of(Interval window, int64_t columns) {
  return static_cast<int64_t>(
      std::bit_floor(static_cast<uint64_t>(window.duration() / std::max<int64_t>(1, columns))));
}

int64_t coarser(Interval window, int64_t pixel) {
  return pixel == 0 ? std::max<int64_t>(1, pixel_of(window, kMaxColumns)) : 2 * pixel;
}

}  // namespace

Result<void> TimelineSource::check(const Profile& profile, const TimelineView& view) {
  if (auto chosen = ChosenRows::of(view.rows); !chosen) return tl::unexpected(chosen.error());
  if (auto scope = Scope::make(profile, {{}, view.window}); !scope) return tl::unexpected(scope.error());
  return {};
}

Result<Timeline> TimelineSource::part(const TimelineView& view, const Work& work) const {
  work.report(0, "reading the timeline");
  auto chosen = ChosenRows::of(view.rows);
  if (!chosen) return tl::unexpected(chosen.error());
  TraceOptions options = options_at(0);
  options.os_calls = content_.os_calls;
  const auto recorded = recorded_for(profile_, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const auto scope = Scope::make(profile_, {{}, view.window});
  if (!scope) return tl::unexpected(scope.error());
  // Bookmarks and findings ask others.
  auto ask = std::async(std::launch::async, [&]() -> Notes {
    return {notes_of(content_.bookmarks, *chosen, RowKind::bookmark),
            notes_of(content_.findings, *chosen, RowKind::finding)};
  });
  const auto levels = levels_of(part_of(work, 0, 0.5));
  if (!levels) return tl::unexpected(levels.error());
  const Interval run = run_of(*recorded);
  const Interval window = view.window.value_or(run);
  PartMaker part(*recorded, **levels, *scope, window, *chosen, work);
  options.pixel = pixel_of(window, view.columns);
  size_t most = view.most;
  while (true) {
    const auto fits = part.merge(options.pixel, std::min<size_t>(most, INT64_MAX));
    if (!fits) return tl::unexpected(fits.error());
    if (*fits) break;
    // A pixel as long as the window leaves two slices of a row and depth.
    if (options.pixel < window.duration())
      options.pixel = coarser(window, options.pixel);
    else
      most = SIZE_MAX;
    work.report(0.6, "merging what the screen shows");
  }
  Timeline shown = empty_timeline(run, window);
  shown.pixel = options.pixel;
  RowWriter writer(shown, view.most);
  Output output{*recorded,
                *scope,
                options,
                work,
                writer,
                Tracks(*recorded, options, writer),
                EventDescriber(*recorded, options, work, writer),
                {}};
  work.report(0.8, "writing the timeline");
  part.write(output, writer);
  write_chosen(output, writer, *chosen, ask.get());
  if (work.cancel.cancelled()) return cancelled();
  shown.complete = !writer.is_full();
  return shown;
}

namespace {

// Each row with nothing in it: told by one event that takes no time.
class RowLister {
 public:
  RowLister(const Recorded& recorded, const TimelineLevels& levels, Output& output, RowWriter& writer)
      : recorded_(recorded), profile_(recorded.profile), levels_(levels), output_(output), writer_(writer) {}

  void list_events() {
    const MergeRows rows(recorded_);
    for (size_t row = 0; row < rows.count(); ++row) {
      const auto [kind, of] = rows[row];
      // What has no levels is not known without a look: its threads are there because of it.
      if (kind == EventKind::os_call || levels_.is_used(row)) name(row_id_of(rows[row]), place(kind, of));
    }
  }
  void list_values(const std::vector<OrderedMetric>& metrics) {
    const OperationOrder& order = profile_.derived(build_operation_order);
    for (size_t device = 0; device < profile_.devices().size(); ++device) {
      if (order.of_device[device].empty()) continue;
      const CounterSums sums = counter_sums(profile_, DeviceIx(device), {0, 1}, 1);
      for (size_t kind = 0; kind < kCounterKinds; ++kind)
        if (!sums[kind].empty())
          name({static_cast<RowKind>(kind), device},
               output_.tracks.counter(counter_of(DeviceIx(device), static_cast<CounterKind>(kind))));
    }
    size_t group = 0, rank = 0;
    TrackId track = 0;
    for (size_t at = 0; at < metrics.size(); ++at) {
      if (at == 0 || metrics[at].gpu != metrics[at - 1].gpu) {
        track = output_.tracks.metric_group(group++, metric_group_name(profile_, metrics[at].gpu, 0));
        rank = 0;
      }
      name({RowKind::metric, at}, output_.tracks.metric(track, rank++, std::string(metrics[at].name)));
    }
  }
  void list_notes(NoteGroup group, RowKind kind, const std::vector<TraceNote>& notes) {
    for (size_t at = 0; at < notes.size(); ++at)
      name({kind, at}, output_.tracks.note(group, at, notes[at].name, kNever).track);
  }

 private:
  static constexpr Interval kNever{INT64_MIN, INT64_MIN};

  void name(RowId id, TrackId track) {
    writer_.next_row(id);
    writer_.name_row(track);
  }
  TrackId place(EventKind kind, size_t of) {
    Tracks& tracks = output_.tracks;
    switch (kind) {
      case EventKind::range:
        return tracks.range(ThreadIx(of), kNever).track;
      case EventKind::mark:
        return tracks.mark(ThreadIx(of)).track;
      case EventKind::start_end:
        return tracks.start_end(ProcessIx(of), kNever).track;
      case EventKind::call:
        return tracks.call(ThreadIx(of), kNever).track;
      case EventKind::os_call:
        return tracks.os_call(EventThreadIx(of), kNever).track;
      case EventKind::iteration:
      case EventKind::projection:
      case EventKind::gap:
        return tracks.analysis(kind, DeviceIx(of), kNever).track;
      default:
        return tracks.operation(StreamIx(of), kNever).track;
    }
  }

  const Recorded& recorded_;
  const Profile& profile_;
  const TimelineLevels& levels_;
  Output& output_;
  RowWriter& writer_;
};

}  // namespace

Result<Timeline> TimelineSource::rows(const Work& work) const {
  TraceOptions options = options_at(0);
  options.os_calls = content_.os_calls;
  const auto recorded = recorded_for(profile_, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const auto levels = levels_of(work);
  if (!levels) return tl::unexpected(levels.error());
  const auto metrics = profile_.made(make_metric_order, {work.cancel, {}});
  if (!metrics) return tl::unexpected(metrics.error());
  const Interval run = run_of(*recorded);
  Timeline shown = empty_timeline(run, run);
  RowWriter writer(shown, 0);
  const Scope scope = Scope::whole(profile_);
  Output output{*recorded,
                scope,
                options,
                work,
                writer,
                Tracks(*recorded, options, writer),
                EventDescriber(*recorded, options, work, writer),
                {}};
  RowLister lister(*recorded, **levels, output, writer);
  lister.list_events();
  lister.list_values((*metrics)->all);
  if (content_.findings) lister.list_notes(NoteGroup::findings, RowKind::finding, content_.findings());
  if (content_.bookmarks) lister.list_notes(NoteGroup::bookmarks, RowKind::bookmark, content_.bookmarks());
  if (work.cancel.cancelled()) return cancelled();
  return shown;
}

Result<const perfetto::TimelineLevels*> TimelineSource::levels_of(const Work& work) const {
  if (levels_) return levels_;
  return profile_.made(make_timeline_levels, work);
}

PartToKeep timeline_levels_to_keep() {
  return {kTimelineLevels, [](const Profile& profile, const Work& work) -> Result<std::vector<uint8_t>> {
            const auto levels = profile.made(make_timeline_levels, work);
            if (!levels) return tl::unexpected(levels.error());
            return (*levels)->bytes();
          }};
}

}  // namespace nsys_ai::inline trace
