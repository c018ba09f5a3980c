// Creates one part of a timeline: merged slices and values are first collected, then written.
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

// The trace options that a timeline needs.
TraceOptions timeline_options(int64_t pixel);
// The time of the run: of the profile, and of the operating system calls if they are shown.
Timeline empty_timeline(Interval run, Interval window);

// For one part and one thread. Its arguments must outlive it.
class PartBuilder {
 public:
  PartBuilder(const Recorded& recorded, const TimelineLevels& levels, const Scope& scope, Interval window,
            ChosenRows chosen, const Work& work);

  // Limits further merging to these rows.
  void choose(ChosenRows chosen);
  // Collects the merged slices at a pixel. Returns false where there would be more than `most`.
  Result<bool> merge(int64_t pixel, size_t most);
  // The finest pixel, at least `pixel`, that is expected to leave at most `most` slices, estimated from the
  // finest levels. It avoids merging events in vain.
  int64_t first_pixel_to_try(int64_t pixel, size_t most);
  // Writes the collected rows that are in `shown`.
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
  std::vector<bool> wanted_;  // indexed by row
  int64_t pixel_ = 0;
  std::atomic<int64_t> left_ = 0;           // remaining number of slices
  std::vector<std::vector<Event>> merged_;  // indexed by row: unclipped slices that overlap the window
  std::vector<ValueRow> values_;
  std::optional<size_t> group_of_;
  TrackId group_ = 0;
};

}  // namespace nsys_ai::perfetto
