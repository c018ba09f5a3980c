// The rows of the timeline: their names and order, and the row of each event.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/nvtx/mark_counters.h"
#include "profile/profile.h"
#include "trace/counters.h"
#include "trace/event.h"
#include "trace/lanes.h"
#include "trace/row_names.h"
#include "trace/writer.h"

namespace nsys_ai::perfetto {

// The destination of an event. A mark is an instant, and so is an event for which all lanes of its row are
// occupied.
struct Placement {
  TrackId track = 0;
  bool instant = false;
};

// Groups: notes, then devices, then processes:
//
//   Bookmarks                       a row per note
//   Findings of the whole capture   a row per note
//   Logged requests                 a row per lane of the log
//   GPU 0 · pid 144 · NVIDIA H100   busy share, steps, NVTX ranges; then
//     Stream 7                      by number; overlapping slices go to `Stream 7 · overlapping`;
//                                   then idle gaps and counters
//   process 144                     start/end ranges, which may overlap and change threads; counters of marks
//     thread 150                    push/pop ranges and marks; `NVTX · overlapping` where two do not nest
//       CUDA calls                  or `CUDA synchronisation`, where only those are shown
//       OS calls
//       MPI, OpenACC, ...         other events; those of a GPU, a process or the machine stand there
//
// A track is described at its first event, so that the trace has no empty tracks. For one thread.
class Tracks {
 public:
  Tracks(const Recorded& recorded, const TraceOptions& options, Writer& writer);

  // Places an event of any kind.
  Placement event(const Event& event);
  Placement operation(StreamIx stream, Interval time);
  // Places a result of an analysis for a device.
  Placement analysis(EventKind kind, DeviceIx device, Interval time);
  TrackId counter(const Counter& counter);
  // Metrics cover the entire GPU, whichever process used it, so they have top-level groups.
  TrackId metric_group(size_t gpu, std::string name);
  TrackId metric(TrackId group, size_t rank, std::string name);
  // The values of NVTX marks, by their position among those of the run.
  TrackId mark_counter(const MarkCounter& counter, size_t rank);
  Placement range(ThreadIx thread, Interval time);
  Placement mark(ThreadIx thread);
  Placement start_end(ProcessIx process, Interval time);
  Placement call(ThreadIx thread, Interval time);
  Placement os_call(EventThreadIx thread, Interval time);
  Placement other(OtherRowIx row, Interval time);
  // Places a note of a group, given by its number.
  Placement note(NoteGroup group, size_t number, const std::string& name, Interval time);
  // A top-level track for one remark about the trace.
  TrackId remark(std::string name);

  uint64_t count() const { return count_; }
  uint64_t overflow() const { return overflow_; }
  uint64_t crowded() const { return crowded_; }

 private:
  // A single row as long as nothing overlaps.
  struct Row {
    Lanes lanes;
    std::vector<TrackId> tracks;  // indexed by lane
  };

  // Places `time` on the row; `first` describes the row's first track, from which further lanes derive their
  // descriptions.
  template <class First>
  Placement place(Row& row, Interval time, First first);
  // Computes the position of rows among their siblings.
  void rank();
  TrackId describe(TrackInfo words);
  TrackId device(DeviceIx at);
  TrackId process(ProcessIx at);
  TrackId thread(ThreadIx at);
  // For events that are read on first use: threads and processes without other events are not in the profile.
  TrackId lazy_thread(const LazyFamily& family, EventThreadIx at);
  TrackId lazy_process(const LazyFamily& family, EventProcessIx at);

  const Recorded& recorded_;
  const Profile& profile_;
  Writer& writer_;
  std::array<std::string, kAnalysisRows> analysis_names_;
  std::string call_row_;
  RowNames names_;
  std::vector<size_t> stream_ranks_;
  std::vector<size_t> device_ranks_;
  std::vector<size_t> process_ranks_;
  std::vector<size_t> thread_ranks_;
  std::vector<bool> has_unique_pid_;  // indexed by process: has a pid that no other process has
  std::vector<TrackId> devices_;    // 0 until described, like the ids below
  std::vector<TrackId> processes_;
  std::vector<TrackId> threads_;
  std::vector<Row> streams_;
  std::vector<Row> analyses_;   // indexed by device, then by row
  std::vector<Row> ranges_;     // indexed by thread
  std::vector<Row> calls_;      // indexed by thread
  std::vector<Row> start_end_;  // indexed by process
  std::vector<Row> os_calls_;   // indexed by thread of OsCalls
  std::vector<Row> others_;     // indexed by row of OtherEvents
  std::map<std::pair<int64_t, int64_t>, TrackId> lazy_threads_;  // by process key and tid
  std::map<int64_t, TrackId> lazy_processes_;                    // by process key
  std::array<TrackId, kNoteGroups> note_groups_{};
  std::array<std::vector<Row>, kNoteGroups> notes_;
  uint64_t count_ = 0;
  uint64_t overflow_ = 0;
  uint64_t crowded_ = 0;
};

}  // namespace nsys_ai::perfetto
