// Finds when threads ran on a core, according to scheduling events.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// Of the processes that the profile names. A thread's first and last event also show its state before and after
// them, as far as scheduling was recorded. Immutable.
class CoreTimes {
 public:
  // Made once per profile; empty where no scheduling was recorded. Fails like `Profile::events`.
  static Result<const CoreTimes*> read(const Profile& profile, const Work& work);

  // From the first scheduling event to the last.
  Interval recorded() const { return recorded_; }
  // When a thread ran; null where it has no scheduling event.
  const IntervalSet* of(ProcessIx process, int64_t tid) const;
  const IntervalSet* of(const Profile& profile, ThreadIx thread) const;
  // The thread with the process's own number.
  const IntervalSet* of_main_thread(const Profile& profile, ProcessIx process) const;

 private:
  static Result<CoreTimes> make(const Profile& profile, const Work& work);

  Interval recorded_;
  std::map<std::pair<ProcessIx, int64_t>, IntervalSet> of_thread_;
};

// The part of an interval in which one of the two ran, in ns; either may be null.
int64_t ran_inside(const IntervalSet* a, const IntervalSet* b, Interval interval);

}  // namespace nsys_ai
