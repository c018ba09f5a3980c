// Numbers the rows within which events are merged: those of the timeline, without the lanes for overlaps.
// NVTX marks have rows of their own, since the timeline shows them among the ranges of their thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// The order of rows: streams; ranges, marks and calls of threads; start/end ranges of processes; analyses of
// devices; operating system calls; then other events. Immutable.
class MergeRows {
 public:
  explicit MergeRows(const Recorded& recorded)
      : recorded_(recorded),
        ranges_(recorded.profile.streams().size()),
        marks_(ranges_ + recorded.profile.threads().size()),
        calls_(marks_ + recorded.profile.threads().size()),
        start_ends_(calls_ + recorded.profile.threads().size()),
        analyses_(start_ends_ + recorded.profile.processes().size()),
        os_calls_(analyses_ + kAnalysisRows * recorded.profile.devices().size()),
        others_(os_calls_ + (recorded.os_calls ? recorded.os_calls->threads.size() : 0)),
        count_(others_ + (recorded.others ? recorded.others->rows.size() : 0)) {}

  size_t count() const { return count_; }
  size_t stream(StreamIx of) const { return of; }
  size_t range(ThreadIx of) const { return ranges_ + of; }
  size_t mark(ThreadIx of) const { return marks_ + of; }
  size_t call(ThreadIx of) const { return calls_ + of; }
  size_t start_end(ProcessIx of) const { return start_ends_ + of; }
  size_t analysis(EventKind kind, DeviceIx of) const {
    return analyses_ + kAnalysisRows * of + analysis_row(kind);
  }
  size_t os_call(EventThreadIx of) const { return os_calls_ + of; }
  size_t other(OtherRowIx of) const { return others_ + of; }

  // The kind of a row and its index; for a stream any operation kind.
  struct Placement {
    EventKind kind;
    size_t of;
  };
  Placement operator[](size_t row) const {
    if (row < ranges_) return {EventKind::kernel, row};
    if (row < marks_) return {EventKind::range, row - ranges_};
    if (row < calls_) return {EventKind::mark, row - marks_};
    if (row < start_ends_) return {EventKind::call, row - calls_};
    if (row < analyses_) return {EventKind::start_end, row - start_ends_};
    if (row >= others_) return {EventKind::other, row - others_};
    if (row >= os_calls_) return {EventKind::os_call, row - os_calls_};
    const size_t at = row - analyses_;
    return {static_cast<EventKind>(static_cast<size_t>(EventKind::iteration) + at % kAnalysisRows),
            at / kAnalysisRows};
  }

  size_t row_of(const Event& event) const {
    const Profile& profile = recorded_.profile;
    const Nvtx& nvtx = profile.nvtx();
    if (is_operation(event.kind)) return operations_of(profile, event.kind).stream[event.at];
    switch (event.kind) {
      case EventKind::range:
        return range(nvtx.thread[event.at]);
      case EventKind::mark:
        return mark(nvtx.thread[event.at]);
      case EventKind::call:
        return call(profile.calls().thread[event.at]);
      case EventKind::start_end:
        return start_end(profile.threads()[nvtx.thread[event.at]].process);
      case EventKind::os_call:
        return os_call(recorded_.os_calls->thread[event.at]);
      case EventKind::other:
        return other(recorded_.others->on[event.at]);
      default:
        return analysis(event.kind, event.device);
    }
  }

 private:
  const Recorded& recorded_;
  size_t ranges_, marks_, calls_, start_ends_, analyses_, os_calls_, others_, count_;
};

// Whether levels (trace/timeline/levels.h) hold rows of a kind: those that are read at open.
constexpr bool has_levels(EventKind kind) { return kind != EventKind::os_call && kind != EventKind::other; }

}  // namespace nsys_ai::perfetto
