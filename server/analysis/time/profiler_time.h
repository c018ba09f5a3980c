// Finds when the profiler itself ran.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// When the profiler itself ran, by process. Immutable.
class ProfilerTime {
 public:
  static Result<ProfilerTime> read(const Profile& profile, const Work& work);
  // Profiler time during an interval, in ns; time on several threads at once counts once.
  int64_t inside(ProcessIx process, Interval interval) const;
  // Splits an interval: calls `visit(part, whether the profiler ran)`, in time order.
  template <class Visit>
  void split(ProcessIx process, Interval interval, Visit visit) const {
    of_process_[process].split(interval, visit);
  }

 private:
  std::vector<IntervalSet> of_process_;
};

}  // namespace nsys_ai
