// When the GPUs of a process were busy, for questions about many single intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Busy means that any operation runs on any GPU of the scope that the process uses; clipped to the window.
// Immutable.
class BusyTime {
 public:
  BusyTime(const Profile& profile, const Scope& scope);

  // How much of an interval any of them was busy, in ns.
  int64_t inside(ProcessIx process, Interval interval) const;
  // The busy stretch that holds a moment, its end not; nothing when all of them were idle.
  std::optional<Interval> at(ProcessIx process, int64_t time) const;

 private:
  struct Busy {
    IntervalSet stretches;
    std::vector<int64_t> before;  // by stretch: the summed length of those before it
    int64_t until(int64_t time) const;
  };
  std::vector<Busy> of_process_;
};
// Adds the stretches in which a device is busy, clipped to the window, in order of time.
void add_busy(const Profile& profile, const Scope& scope, DeviceIx device, std::vector<Interval>& stretches);
// Of the whole capture, kept. Build with `profile.derived(build_busy_time)`.
BusyTime build_busy_time(const Profile& profile);

}  // namespace nsys_ai
