// Assigns each nanosecond of each GPU, from the beginning of a capture to its end, to one use.
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

// A part of the window, and the start of the gap between operations that contains it, if any.
struct UsedStretch {
  Interval time;
  std::optional<int64_t> gap;
};

// The time of a device for one use. Times in ns.
struct UsedTime {
  TimeUse use = TimeUse::compute;
  Sum total{};
  int64_t stretches = 0;             // the parts of one gap count as one
  std::vector<UsedStretch> longest;  // up to three pieces, the longest first
  // The host activity that takes most of it: a CUDA call, otherwise an operating system call, or a range that
  // names an activity; empty where it is unknown.
  std::string_view call;
  int64_t call_ns = 0;
  Sum waited{};  // in gaps that began while the launching thread waited for the GPU
  // The NVTX range that the host was in for at least half of it, without the parts that distinguish
  // instances.
  std::string range;
  int64_t range_ns = 0;
  // In late_host, before_first, not_begun and after_last: the time in which the thread that launches next, or the
  // main thread, ran on a core; empty where no scheduling was recorded there.
  std::optional<int64_t> core_ns;
};

struct DeviceAccount {
  DeviceIx device;
  Interval window;
  Interval span;               // first start to last end of its operations inside the window
  std::vector<UsedTime> used;  // the uses with any time, in enum order
};

// Receives the consecutive stretches of a device, in time order and without gaps.
using VisitUse = std::function<void(DeviceIx, Interval, TimeUse)>;

// One element per device of the scope with any operation, in the order of the scope. The uses of a device add
// up to the window (run_window).
//
// A gap has one use: the activity of the launching thread in at least half of it (gap_details), otherwise the
// cause that the launch shows (IdleCause); only the profiler's own time is subtracted. Time before the first
// operation and after the last is split by what the process did at each moment.
Result<std::vector<DeviceAccount>> time_account(const Profile& profile, const Scope& scope, const Work& work,
                                                const VisitUse& visit = {});

}  // namespace nsys_ai
