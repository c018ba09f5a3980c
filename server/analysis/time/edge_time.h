// Determines what a process did before the first operation of a device and after its last one.
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

// The interval before or after all operations of a device. `thread` launched the adjacent operation; none
// where it is unknown.
struct UnusedTime {
  enum class Side : uint8_t { before_first, after_last };
  DeviceIx device;
  Side side = Side::before_first;
  Interval time;
  ThreadIx thread = ThreadIx::none();
};

// The parts of an edge interval, by use.
struct UnusedTimeParts {
  struct Part {
    Interval time;
    TimeUse use;
  };
  struct Named {
    Interval time;
    std::string_view name;
  };
  std::vector<Part> parts;  // sorted by start; can overlap
  // Summed lengths, inside the edge interval, of the calls that account for each use.
  std::map<std::pair<TimeUse, std::string_view>, int64_t> calls;
  // Calls of the operating system on the thread that are not nested in another, and the labels of ranges;
  // clipped to the edge.
  std::vector<Named> os_calls;
  std::vector<Named> ranges;
};

// How much of the remaining parts of an edge, disjoint and in time order, is covered by each name.
std::map<std::string_view, int64_t> named_parts(const std::vector<UnusedTimeParts::Named>& all,
                                                const std::vector<Interval>& remaining);

// One element per edge, in the same order.
Result<std::vector<UnusedTimeParts>> edge_parts(const Profile& profile, const std::vector<UnusedTime>& edges,
                                          const Work& work);

}  // namespace nsys_ai
