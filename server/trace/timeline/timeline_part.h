// What one part of a timeline is made of: merged slices and values, first gathered, then written.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/work.h"
#include "trace/sequence.h"
#include "trace/timeline/levels.h"
#include "trace/timeline/row_analyses.h"
#include "trace/timeline/row_events.h"
#include "trace/timeline/timeline_rows.h"
#include "trace/timeline/timeline_values.h"

namespace nsys_ai::perfetto {

// What a timeline asks of tracks and words.
TraceOptions timeline_options(int64_t pixel);
// That of the profile, and of the calls of the operating system where they are shown.
Interval run_of(const Recorded& recorded);
Timeline empty_timeline(Interval run, Interval window);

// For one part; one thread only. What it is given outlives it.
class PartMaker {
 public:
  PartMaker(const Recorded& recorded, const TimelineLevels& levels, const Scope& scope, Interval window,
            ChosenRows chosen, const Work& work);

  // Has these rows alone gathered from now on.
  void choose(ChosenRows chosen);
  // Gathers what a pixel leaves. False where it would be more than `most`.
  Result<bool> merge(int64_t pixel, size_t most);
  // The finest pixel from `pixel` on that can be expected to leave no more than `most`, as the finest levels
  // tell: so that events are not merged in vain.
  int64_t worth_trying(int64_t pixel, size_t most);
  // Of what was gathered those rows that are chosen now.
  void write(Output& output, RowWriter& writer, const ChosenRows& shown);

 private:
  class RowMerge;

  void take_levels();
  void merge_events();
  bool wants(RowEvents::Section section) const;
  void merge_section(RowEvents::Section section);
  void merge_analysis(EventKind kind, DeviceIx device);
  void merge_projections(DeviceIx device, const TakeEvent& visit);
  Result<void> add_values();
  std::optional<Interval> near() const;
  bool add(size_t row, const Event& slice);
  std::optional<Interval> cut(const Event& slice) const;
  void write_row(Output& output, RowWriter& writer, const std::vector<Event>& slices);
  void write_values(Output& output, RowWriter& writer, const ValueRow& of);
  TrackId track_of(Output& output, const ValueRow& of);

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

}  // namespace nsys_ai::perfetto
