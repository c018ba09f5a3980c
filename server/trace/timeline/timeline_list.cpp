// Lists the rows of a timeline without their content.
#include "profile/order.h"
#include "trace/metric_order.h"
#include "trace/timeline/timeline_part.h"
#include "trace/write_with.h"

namespace nsys_ai {

using namespace perfetto;

namespace {

// Emits each row without content, using one event without duration.
class RowLister {
 public:
  RowLister(const Recorded& recorded, const TimelineLevels& levels, Output& output, RowWriter& writer)
      : recorded_(recorded), profile_(recorded.profile), levels_(levels), output_(output), writer_(writer) {}

  void list_events() {
    const MergeRows rows(recorded_);
    for (size_t row = 0; row < rows.count(); ++row) {
      const auto [kind, of] = rows[row];
      // Rows without levels exist because of their events; counters are listed with their values.
      const bool is_used = has_levels(kind)           ? levels_.is_used(row)
                           : kind == EventKind::other ? !recorded_.others->rows[of].is_counter
                                                      : true;
      if (is_used) name(row_id_of(rows[row]), place(kind, of), has_levels(kind) ? levels_.depth(row) : 0);
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
      if (at == 0 || !metrics[at].is_beside(metrics[at - 1])) {
        track = output_.tracks.metric_group(group++, metric_group_name(profile_, metrics[at], 0));
        rank = 0;
      }
      name({RowKind::metric, at}, output_.tracks.metric(track, rank++, std::string(metrics[at].name)));
    }
  }
  void list_marks(const std::vector<MarkCounter>& counters) {
    for (size_t at = 0; at < counters.size(); ++at)
      name({RowKind::mark_counter, at}, output_.tracks.mark_counter(counters[at], at));
  }
  void list_notes(NoteGroup group, RowKind kind, const std::vector<TraceNote>& notes) {
    for (size_t at = 0; at < notes.size(); ++at)
      name({kind, at}, output_.tracks.note(group, at, notes[at].name, kNever).track);
  }

 private:
  static constexpr Interval kNever{INT64_MIN, INT64_MIN};

  void name(RowId id, TrackId track, size_t deepest = 0) {
    writer_.next_row(id, deepest);
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
      case EventKind::other:
        return tracks.other(OtherRowIx(of), kNever).track;
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
  TraceOptions options = timeline_options(0);
  options.os_calls = content_.os_calls;
  const auto recorded = recorded_for(profile_, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const auto levels = levels_of(work);
  if (!levels) return tl::unexpected(levels.error());
  const auto metrics = profile_.made(make_metric_order, {work.cancel, {}});
  if (!metrics) return tl::unexpected(metrics.error());
  const auto marks = profile_.made(make_mark_counters, {work.cancel, {}});
  if (!marks) return tl::unexpected(marks.error());
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
  lister.list_marks((*marks)->all);
  if (content_.findings) lister.list_notes(NoteGroup::findings, RowKind::finding, content_.findings());
  if (content_.workspace) {
    const std::vector<TraceNote> notes = content_.workspace();
    lister.list_notes(NoteGroup::bookmarks, RowKind::bookmark, notes_in(NoteGroup::bookmarks, notes));
    lister.list_notes(NoteGroup::requests, RowKind::request, notes_in(NoteGroup::requests, notes));
  }
  if (work.cancel.cancelled()) return cancelled();
  return shown;
}

}  // namespace nsys_ai
