// Reads merged events from levels, or merges events, row by row.
#include "trace/timeline/timeline_part.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/parallel.h"
#include "trace/metric_order.h"
#include "trace/timeline/row_merger.h"

namespace nsys_ai::perfetto {
namespace {

int64_t moved(int64_t time, int64_t by) {
  int64_t to = 0;
  if (__builtin_add_overflow(time, by, &to)) return by < 0 ? INT64_MIN : INT64_MAX;
  return to;
}

// The section in which the events of a row are distributed; empty for rows of analyses.
std::optional<RowEvents::Section> section_of(EventKind kind) {
  switch (kind) {
    case EventKind::kernel:
      return RowEvents::Section::operations;
    case EventKind::range:
    case EventKind::mark:
    case EventKind::start_end:
      return RowEvents::Section::nvtx;
    case EventKind::call:
      return RowEvents::Section::calls;
    case EventKind::os_call:
      return RowEvents::Section::os_calls;
    case EventKind::other:
      return RowEvents::Section::others;
    default:
      return std::nullopt;
  }
}

void add_marks(std::vector<Event>& ranges, const std::vector<Event>& marks) {
  const auto middle = static_cast<std::ptrdiff_t>(ranges.size());
  ranges.insert(ranges.end(), marks.begin(), marks.end());
  std::inplace_merge(ranges.begin(), ranges.begin() + middle, ranges.end(),
                     [](const Event& a, const Event& b) { return a.time.start < b.time.start; });
}

}  // namespace

TraceOptions timeline_options(int64_t pixel) {
  TraceOptions options;
  options.calls = options.others = options.only_references = true;
  options.pixel = pixel;
  return options;
}

Timeline empty_timeline(Interval run, Interval window) {
  Timeline shown;
  shown.run_start = run.start;
  shown.run_length = run.duration();
  shown.start = window.start - run.start;
  shown.end = window.end - run.start;
  return shown;
}

PartBuilder::PartBuilder(const Recorded& recorded, const TimelineLevels& levels, const Scope& scope,
                     Interval window, ChosenRows chosen, const Work& work)
    : recorded_(recorded),
      profile_(recorded.profile),
      levels_(levels),
      scope_(scope),
      window_(window),
      work_(work),
      rows_(recorded),
      wanted_(rows_.count(), false),
      merged_(rows_.count()) {
  choose(std::move(chosen));
}

void PartBuilder::choose(ChosenRows chosen) {
  chosen_ = std::move(chosen);
  for (size_t row = 0; row < rows_.count(); ++row) wanted_[row] = chosen_.has(row_id_of(rows_[row]));
}

// One row, on any thread.
class PartBuilder::RowMerge {
 public:
  RowMerge(PartBuilder& part, size_t row) : part_(part), row_(row) {}
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
  PartBuilder& part_;
  size_t row_;
  RowMerger merger_;
  uint64_t appended_ = 0;
  bool more_ = true;
};

Result<bool> PartBuilder::merge(int64_t pixel, size_t most) {
  pixel_ = pixel;
  left_ = static_cast<int64_t>(std::min<size_t>(most, INT64_MAX));
  values_.clear();
  for (auto& row : merged_) row.clear();
  if (levels_.has(pixel_))
    take_levels();
  else
    merge_events();
  if (left_ >= 0)
    if (auto added = add_values(); !added) return tl::unexpected(added.error());
  if (work_.cancel.cancelled()) return cancelled();
  return left_ >= 0;
}

int64_t PartBuilder::first_pixel_to_try(int64_t pixel, size_t most) {
  if (pixel == 0 || pixel >= levels_.finest() || most > INT32_MAX) return pixel;
  const auto left_by = [&](int64_t level) -> std::optional<double> {
    if (!merge(level, most).value_or(false)) return std::nullopt;
    size_t slices = 0;
    for (const auto& row : merged_) slices += row.size();
    return static_cast<double>(slices);
  };
  int64_t finest = levels_.finest();
  const auto coarser = left_by(2 * finest);
  const auto fine = left_by(finest);
  if (!coarser || !fine) return finest;
  double values = 0, events = 0;
  for (const ValueRow& of : values_) values += static_cast<double>(of.values.size());
  for (const auto& row : merged_)
    for (const Event& of : row) events += of.count;
  // Where there are many, the growth from level to level doubles towards finer levels, until no slice is
  // merged.
  double slices = *fine;
  double more = *fine - *coarser;
  for (; finest > pixel; finest /= 2) {
    slices = std::min(slices + (more *= 2), events);
    values *= 2;
    if (slices + values > static_cast<double>(most)) break;
  }
  return finest;
}

Result<void> PartBuilder::add_values() {
  values_ = counter_rows(profile_, levels_, chosen_, {window_, pixel_});
  auto metrics = metric_rows(profile_, chosen_, {window_, pixel_}, work_);
  if (!metrics) return tl::unexpected(metrics.error());
  std::move(metrics->begin(), metrics->end(), std::back_inserter(values_));
  auto marks = mark_rows(profile_, chosen_, {window_, pixel_}, work_);
  if (!marks) return tl::unexpected(marks.error());
  std::move(marks->begin(), marks->end(), std::back_inserter(values_));
  for (const ValueRow& of : values_) left_ -= static_cast<int64_t>(of.values.size());
  return {};
}

void PartBuilder::write(Output& output, RowWriter& writer, const ChosenRows& shown) {
  output.describer.begin_sequence();
  const size_t threads = profile_.threads().size();
  for (size_t row = 0; row < rows_.count() && output.goes_on() && !writer.is_full(); ++row) {
    const auto [kind, of] = rows_[row];
    if (kind == EventKind::mark || !shown.has(row_id_of(rows_[row]))) continue;
    std::vector<Event>& slices = merged_[row];
    if (kind == EventKind::range && of < threads) add_marks(slices, merged_[rows_.mark(ThreadIx(of))]);
    writer.next_row(row_id_of(rows_[row]), has_levels(kind) ? levels_.depth(row) : 0);
    write_row(output, writer, slices);
  }
  for (const ValueRow& of : values_)
    if (shown.has(of.id)) write_values(output, writer, of);
}

// Levels end at their rows; events that are read on first use have none.
void PartBuilder::take_levels() {
  for (size_t row = 0; row < rows_.count() && left_ >= 0 && !work_.cancel.cancelled(); ++row) {
    if (!wanted_[row] || !has_levels(rows_[row].kind)) continue;
    levels_.each(row, pixel_, scope_.has_window() ? std::optional(window_) : std::nullopt,
                 [&](const Event& slice) { return add(row, slice); });
  }
  if (recorded_.os_calls) merge_section(RowEvents::Section::os_calls);
  if (recorded_.others) merge_section(RowEvents::Section::others);
}

void PartBuilder::merge_events() {
  using Section = RowEvents::Section;
  // The section that takes longest comes first.
  std::vector<Section> sections = {Section::nvtx, Section::operations, Section::calls};
  if (recorded_.os_calls) sections.push_back(Section::os_calls);
  if (recorded_.others) sections.push_back(Section::others);
  constexpr std::array kKinds = {EventKind::projection, EventKind::gap, EventKind::iteration};
  const size_t devices = profile_.devices().size();
  parallel_for(
      usable_cores(), sections.size() + kKinds.size() * devices,
      [&](size_t at) {
        if (at < devices)
          merge_analysis(EventKind::projection, DeviceIx(at));
        else if (at < devices + sections.size())
          merge_section(sections[at - devices]);
        else
          merge_analysis(kKinds[(at - sections.size()) / devices],
                         DeviceIx((at - sections.size()) % devices));
      },
      [&] { work_.report(0.3, "merging what the screen shows"); });
}

// Whether any row of the section is requested: otherwise its events are skipped.
bool PartBuilder::wants(RowEvents::Section section) const {
  for (size_t row = 0; row < rows_.count(); ++row)
    if (wanted_[row] && section_of(rows_[row].kind) == section) return true;
  return false;
}

void PartBuilder::merge_section(RowEvents::Section section) {
  if (left_ < 0 || work_.cancel.cancelled() || !wants(section)) return;
  RowEvents events(recorded_, rows_, section, wanted_, near(), work_);
  constexpr size_t kWorthThreads = size_t{1} << 16;
  parallel_for(events.size() < kWorthThreads ? 1 : usable_cores(), events.rows().size(), [&](size_t at) {
    const size_t row = events.rows()[at];
    RowMerge merge(*this, row);
    events.each(row, [&](const Event& event) { return merge.append(event); });
    merge.finish();
  });
}

void PartBuilder::merge_analysis(EventKind kind, DeviceIx device) {
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

void PartBuilder::merge_projections(DeviceIx device, const TakeEvent& visit) {
  // Those shorter than a pixel are not drawn.
  const TakeEvent visit_drawn = [&](const Event& event) {
    return event.time.duration() < pixel_ || visit(event);
  };
  if (!near() || levels_.finest() == 0) return each_projection_of_run(profile_, device, visit_drawn);
  LongProjections long_ones{levels_.finest(), {}};
  const Interval around{moved(near()->start, -long_ones.least), moved(near()->end, long_ones.least)};
  levels_.each_long_projection(device, around, [&](const Event& event) {
    long_ones.near.push_back(event);
    return true;
  });
  each_projection_near(profile_, device, *near(), long_ones, visit_drawn);
}

// The output for pixels of the window depends only on events near it (trace/timeline/row_merger.h).
std::optional<Interval> PartBuilder::near() const {
  if (!scope_.has_window()) return std::nullopt;
  const int64_t beside = pixel_ > INT64_MAX / 2 ? INT64_MAX : 2 * pixel_;
  return Interval{moved(window_.start, -beside), moved(window_.end, beside)};
}

// False when there is no room left.
bool PartBuilder::add(size_t row, const Event& slice) {
  if (!cut(slice)) return true;
  merged_[row].push_back(slice);
  return --left_ >= 0;
}

// The part of a slice in the window. Merged marks, which have no duration, are placed at the first one.
std::optional<Interval> PartBuilder::cut(const Event& slice) const {
  return scope_.clip(slice.kind == EventKind::mark ? Interval{slice.time.start, slice.time.start}
                                                   : slice.time);
}

// Descriptions are for the unclipped slice, its position is clipped.
void PartBuilder::write_row(Output& output, RowWriter& writer, const std::vector<Event>& slices) {
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

void PartBuilder::write_values(Output& output, RowWriter& writer, const ValueRow& of) {
  if (of.values.empty()) return;
  writer.next_row(of.id);
  const TrackId track = track_of(output, of);
  for (const auto& [time, value] : of.values) writer.counter(track, time, value);
}

TrackId PartBuilder::track_of(Output& output, const ValueRow& of) {
  if (of.marks) return output.tracks.mark_counter(*of.marks, of.id.at);
  if (!of.metric) return output.tracks.counter(counter_of(of.device, of.counter));
  if (group_of_ != of.metric->group) {
    group_of_ = of.metric->group;
    group_ =
        output.tracks.metric_group(of.metric->group, metric_group_name(profile_, *of.metric->metric, pixel_));
  }
  return output.tracks.metric(group_, of.metric->rank, std::string(of.metric->metric->name));
}

}  // namespace nsys_ai::perfetto
