// What Perfetto is shown of a profile: a trace, and where the whole would be too large the windows of a
// strip.
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

// What of a profile Perfetto is to show. Of a capture that is too long to be shown whole in full detail, a
// window is sent alone, and as full as it can be.
struct ShownTrace {
  std::optional<Interval> window = {};
  TraceDetail detail = TraceDetail::automatic;
  friend bool operator==(const ShownTrace&, const ShownTrace&) = default;
};

// Fails when the window ends before it begins.
Result<TraceHandle> trace_content(const ProfilePtr& profile, const Annotations& annotations,
                                  const ShownTrace& what);

// Which part of the run is shown, or that it is all of it, and what is merged there: what is shorter than
// `pixel` ns.
std::string shown_words(Interval window, bool is_part, int64_t pixel);

// trace.pftrace for trace.sqlite.
std::string trace_file_name(const Profile& profile);

}  // namespace nsys_ai
