// Writes one sequence of a trace: events in time order, merged, described and placed on tracks as they
// arrive.
#pragma once

#include <cstdint>

#include "analysis/scope.h"
#include "base/work.h"
#include "trace/counters.h"
#include "trace/event_describer.h"
#include "trace/merge.h"
#include "trace/tracks.h"

namespace nsys_ai::perfetto {

// The state shared by the sequences of a trace.
struct Output {
  const Recorded& recorded;
  const Scope& scope;
  const TraceOptions& options;
  const Work& work;
  Writer& writer;
  Tracks tracks;
  EventDescriber describer;
  TraceStats stats;

  const Profile& profile() const { return recorded.profile; }
  bool goes_on() const { return !work.cancel.cancelled() && writer.wanted(); }
};

// For one thread.
class Sequence {
 public:
  explicit Sequence(Output& output);
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  // Must be called first if anything other than an event is written.
  void begin(int64_t start);
  // Events arrive by start. Returns false when no more are wanted.
  bool append(const Event& event);
  void finish();

 private:
  void write(const Event& event);

  Output& output_;
  Merger merger_;
  uint64_t appended_ = 0;
  bool begun_ = false;
  bool goes_on_ = true;
};

// Share of the events in the progress; analyses follow them.
constexpr double kEventsShare = 0.8;

// Computed on another core while the events are written.
struct Prepared {
  Counters counters;
  std::vector<TraceNote> findings;
  std::vector<TraceNote> workspace;  // bookmarks and requests
};

// Writes the results of analyses, one sequence each, after the events, so that no reader waits for them.
void write_analyses(Output& output, const Prepared& prepared);
// Those of a group.
std::vector<TraceNote> notes_in(NoteGroup group, const std::vector<TraceNote>& notes);
// Writes all notes in one sequence. A note whose times are all outside the scope is skipped.
void write_notes(Output& output, NoteGroup group, const std::vector<TraceNote>& notes);
// Writes a single note, given by its number.
void write_note(Output& output, NoteGroup group, const std::vector<TraceNote>& notes, size_t number);
// Writes hardware counters, one sequence for each GPU and metric. Fails when they cannot be read.
Result<void> write_metrics(Output& output);
// Writes the numbers of NVTX marks, one sequence each. Fails when they cannot be read.
Result<void> write_mark_counters(Output& output);

}  // namespace nsys_ai::perfetto
