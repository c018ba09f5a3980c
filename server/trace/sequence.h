// One sequence of a trace: events by time, merged, described and placed on tracks as they come.
#pragma once

#include <cstdint>

#include "analysis/scope.h"
#include "base/work.h"
#include "trace/counters.h"
#include "trace/event_describer.h"
#include "trace/merge.h"
#include "trace/tracks.h"

namespace nsys_ai::perfetto {

// What the sequences of one trace share.
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

// One thread only.
class Sequence {
 public:
  explicit Sequence(Output& output);
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  // Comes first where something else than an event is written.
  void begin(int64_t start);
  // By start. False when no more is wanted.
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

// Of the work, for the progress: analyses come after the events.
constexpr double kEventsShare = 0.8;

// What is made on another core while the events go out.
struct Prepared {
  Counters counters;
  std::vector<TraceNote> findings;
  std::vector<TraceNote> bookmarks;
};

// The results of analyses, a sequence each, after the events: nobody waits for them.
void write_analyses(Output& output, const Prepared& prepared);
// In one sequence. A note whose times are all outside of the scope is left out.
void write_notes(Output& output, NoteGroup group, const std::vector<TraceNote>& notes);
// One of them alone, by its number.
void write_note(Output& output, NoteGroup group, const std::vector<TraceNote>& notes, size_t number);
// What the hardware counted, a sequence for each GPU and metric. Fails when it cannot be read.
Result<void> write_metrics(Output& output);

}  // namespace nsys_ai::perfetto
