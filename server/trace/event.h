// One event of a trace, before it gets a name and a track.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/interval_set.h"
#include "profile/families/family_host.h"
#include "profile/families/family_other.h"
#include "profile/profile.h"

namespace nsys_ai::perfetto {

enum class EventKind : uint8_t {
  kernel,
  copy,
  memset,
  graph_run,  // of a graph that was recorded as a whole
  range,
  start_end,
  mark,
  call,
  os_call,
  other,  // of OtherEvents
  // Results of analyses for parts of a device's time:
  iteration,
  projection,  // an NVTX range projected onto the GPU
  gap
};

struct Event {
  EventKind kind = EventKind::kernel;
  // Index into the columns of its kind: for an iteration, into Iterations::all; for a projection, an NVTX
  // row; for a gap, the operation that ends it, as a number of OperationNumbers.
  uint32_t at = 0;
  Interval time;                       // clipped to the scope's window
  DeviceIx device = DeviceIx::none();  // of results of analyses
  // For several merged events (trace/merge.h), of which this is the longest and `time` spans all:
  uint32_t count = 1;
  bool mixed = false;    // they are of several kinds
  int64_t covered = 0;   // ns: the length of their union
  int64_t longest = -1;  // ns: of this one, while they are merged
};

// The data that events refer to.
struct Recorded {
  const Profile& profile;
  // Null where they are not shown.
  const OsCalls* os_calls = nullptr;
  const OtherEvents* others = nullptr;
  int64_t end = INT64_MIN;  // of the last of these, where events that never ended end
};

inline bool is_operation(EventKind kind) { return kind <= EventKind::graph_run; }
inline bool is_analysis(EventKind kind) { return kind >= EventKind::iteration; }

inline const Operations& operations_of(const Profile& profile, EventKind kind) {
  if (kind == EventKind::kernel) return profile.kernels();
  if (kind == EventKind::copy) return profile.copies();
  if (kind == EventKind::graph_run) return profile.graph_runs();
  return profile.memsets();
}

// The unclipped time of a recorded event: a mark has no duration, and an open range ends with the capture.
inline Interval time_of(const Recorded& recorded, EventKind kind, size_t at) {
  const Profile& profile = recorded.profile;
  const Spans& spans = is_operation(kind)           ? operations_of(profile, kind)
                       : kind == EventKind::call    ? static_cast<const Spans&>(profile.calls())
                       : kind == EventKind::os_call ? static_cast<const Spans&>(*recorded.os_calls)
                       : kind == EventKind::other   ? static_cast<const Spans&>(*recorded.others)
                                                    : profile.nvtx();
  Interval time = spans.interval(at);
  if (kind == EventKind::mark) time.end = time.start;
  if (time.end == Spans::kOpen) time.end = kind == EventKind::other ? recorded.end : profile.extent().end;
  return {time.start, std::max(time.start, time.end)};
}

// The rows of a device above its streams, in drawing order.
constexpr size_t kAnalysisRows = 3;
inline size_t analysis_row(EventKind kind) {
  return static_cast<size_t>(kind) - static_cast<size_t>(EventKind::iteration);
}

}  // namespace nsys_ai::perfetto
