// Determines how much of the launched work has a record, and when work may have run that has none.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval_set.h"
#include "profile/profile.h"

namespace nsys_ai {

// The launches of kernels and graphs that a process made. A launch that another launch call makes inside
// itself counts once.
struct LaunchCounts {
  int64_t launches = 0;  // that returned without an error, outside of the capture of a graph
  int64_t recorded = 0;  // of these, with an operation that has a time
  // Of the others, those that ran during the recording: a later launch of the thread has an operation, or a
  // wait for the GPU followed them. The rest may have run after its end.
  int64_t lost = 0;
  int64_t graph_launches = 0;
  int64_t graphs_recorded = 0;
  int64_t graphs_lost = 0;

  LaunchCounts& operator+=(const LaunchCounts& other);
};

struct Coverage {
  std::vector<LaunchCounts> of_process;  // by process
  // By device: when a launch without a record may have run. It begins no earlier than what its thread launched
  // before, ends no later than what that launches next begins (a graph: the next graph, since what else follows
  // is often on another stream), and is over after a wait for the whole device.
  // All time, where the device's clock does not fit the host's (ClockFit).
  std::vector<IntervalSet> unknown;
  bool any = false;  // whether an unknown interval exists

  // The unknown part of an interval, in ns.
  int64_t unknown_ns(DeviceIx device, Interval interval) const;
};

// Whether there are more launches than operations that they could have started. Fast, and never true of a
// complete capture; a capture that lacks some records and has others without a launch may seem complete.
struct MayLackRecords {
  bool value = false;
};
MayLackRecords build_may_lack_records(const Profile& profile);

// Where as many operations lack their launch as launches lack an operation, the ids are incomplete instead of
// the records, and nothing counts as lost or unknown.
Coverage build_coverage(const Profile& profile);

}  // namespace nsys_ai
