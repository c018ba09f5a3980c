// What a process did before the first operation of a device and behind its last one.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/time/time_use.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// A stretch of time at an edge of what a device did. `thread` launched the operation next to it; none where
// that is not known.
struct EdgeTime {
  enum class Side : uint8_t { before_first, after_last };
  DeviceIx device;
  Side side = Side::before_first;
  Interval time;
  ThreadIx thread = ThreadIx::none();
};

// An edge, dealt out.
struct EdgeParts {
  struct Part {
    Interval time;
    TimeUse use;
  };
  struct Named {
    Interval time;
    std::string_view name;
  };
  std::vector<Part> parts;  // by start; they may overlap
  // Summed lengths inside the edge of the calls behind each use.
  std::map<std::pair<TimeUse, std::string_view>, int64_t> calls;
  // Of the thread, clipped to the edge: calls of the operating system that lie in no other, and the labels of
  // ranges.
  std::vector<Named> os_calls;
  std::vector<Named> ranges;
};

// How much of what remains of an edge, disjoint and in order of time, lies in what has a name, by name.
std::map<std::string_view, int64_t> named_parts(const std::vector<EdgeParts::Named>& all,
                                                const std::vector<Interval>& remaining);

// One element an edge, in their order.
Result<std::vector<EdgeParts>> edge_parts(const Profile& profile, const std::vector<EdgeTime>& edges,
                                          const Work& work);

}  // namespace nsys_ai
