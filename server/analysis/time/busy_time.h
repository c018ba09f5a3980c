// Stores when the GPUs of a process were busy, for queries about many single intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Busy means that an operation runs on any GPU of the scope that the process uses; clipped to the window.
// Immutable.
class BusyTime {
 public:
  BusyTime(const Profile& profile, const Scope& scope);

  // Time in ns during the interval in which any of the GPUs was busy.
  int64_t inside(ProcessIx process, Interval interval) const;
  // The busy interval that contains a time, end excluded; empty when all of the GPUs were idle.
  std::optional<Interval> at(ProcessIx process, int64_t time) const;

 private:
  struct Busy {
    IntervalSet stretches;
    std::vector<int64_t> before;  // indexed by busy interval: summed length of the earlier ones
    int64_t until(int64_t time) const;
  };
  std::vector<Busy> of_process_;
};
// Appends the intervals in which a device is busy, clipped to the window, in time order.
void add_busy(const Profile& profile, const Scope& scope, DeviceIx device, std::vector<Interval>& stretches);
// For the entire capture, cached. Build with `profile.derived(build_busy_time)`.
BusyTime build_busy_time(const Profile& profile);

}  // namespace nsys_ai
