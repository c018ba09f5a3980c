// The time of each GPU from the beginning of a capture to its end, each nanosecond under one use.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/time_use.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

// A stretch of the window, and where the gap between two operations begins that it lies in, if any.
struct UsedStretch {
  Interval time;
  std::optional<int64_t> gap;
};

// What a device spent on one use, in stretches of the window. Times in ns.
struct UsedTime {
  TimeUse use = TimeUse::compute;
  Sum total{};
  int64_t stretches = 0;             // those of one gap are one
  std::vector<UsedStretch> longest;  // of all pieces, three at most, the longest first
  // What the host did meanwhile that takes most of it: a CUDA call, of the system where there is none, or a
  // range that says what it does; empty where that is not known.
  std::string_view call;
  int64_t call_ns = 0;
  Sum waited{};  // in gaps that began while the launching thread waited for the GPU
  // The NVTX range that the host was in for at least half of it, without what tells instances apart.
  std::string range;
  int64_t range_ns = 0;
};

struct DeviceAccount {
  DeviceIx device;
  Interval window;
  Interval span;               // first start to last end of its operations inside the window
  std::vector<UsedTime> used;  // those uses that there are, in their order
};

// Called with each stretch of a device, in order of time; they follow each other without gaps.
using VisitUse = std::function<void(DeviceIx, Interval, TimeUse)>;

// One element a device of the scope on which anything ran, in the order of the scope. The uses of a device
// sum up to the window (run_window).
//
// A gap has one use: that of what the launching thread did for at least half of it (gap_details), else of the
// cause that the launch tells (IdleCause); only the profiler's own work is taken out. Time before the first
// operation and behind the last is dealt out to what the process did at each moment.
Result<std::vector<DeviceAccount>> time_account(const Profile& profile, const Scope& scope, const Work& work,
                                                const VisitUse& visit = {});

}  // namespace nsys_ai
