// The trace of a profile that Perfetto shows. If the trace of the entire run is too large, Perfetto gets one
// window of it at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "features/viewer/finding_notes.h"
#include "http/content.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// The part of a profile that Perfetto shows. If a capture is too long for full detail, only a window is sent,
// with as much detail as fits.
struct TraceSelection {
  std::optional<Interval> window = {};
  TraceDetail detail = TraceDetail::automatic;
  friend bool operator==(const TraceSelection&, const TraceSelection&) = default;
};

// Fails if the window ends before it begins.
Result<TraceHandle> trace_content(const ProfilePtr& profile, const Annotations& annotations,
                                  const TraceSelection& what);

// Describes the part of the run that is shown, and that events shorter than `pixel` ns are merged in it.
std::string shown_words(Interval window, bool is_part, int64_t pixel);

// For example `trace.pftrace` for `trace.sqlite`.
std::string trace_file_name(const Profile& profile);

}  // namespace nsys_ai
