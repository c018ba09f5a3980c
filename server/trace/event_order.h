// The order in which events of one kind are drawn.
#pragma once

#include <utility>

#include "profile/nvtx_forest.h"
#include "trace/event.h"

namespace nsys_ai::perfetto {

// Of equal starts the longer event comes first, so that an outer range precedes the inner ones; for
// operations the shorter one, since an operation without duration does not occupy its track.
class EventOrder {
 public:
  explicit EventOrder(const Profile& profile) : profile_(profile) {}

  bool operator()(const Event& a, const Event& b) const {
    if (a.time.start != b.time.start) return a.time.start < b.time.start;
    if (a.time.end != b.time.end) return (a.time.end < b.time.end) == is_operation(a.kind);
    if (is_nvtx(a.kind) && is_nvtx(b.kind)) return range_precedes(profile_, a.at, b.at);
    return std::pair(a.kind, a.at) < std::pair(b.kind, b.at);
  }

 private:
  static bool is_nvtx(EventKind kind) {
    return kind == EventKind::range || kind == EventKind::start_end || kind == EventKind::mark ||
           kind == EventKind::projection;
  }

  const Profile& profile_;
};

}  // namespace nsys_ai::perfetto
