// A union of intervals for each process.
#include "analysis/time/profiler_time.h"

#include <utility>

#include "profile/families/family_host.h"

namespace nsys_ai {

Result<ProfilerTime> ProfilerTime::read(const Profile& profile, const Work& work) {
  const auto overhead = profile.events<ProfilerOverhead>(work);
  if (!overhead) return tl::unexpected(overhead.error());
  const ProfilerOverhead& of = **overhead;
  std::vector<std::vector<Interval>> by_process(profile.processes().size());
  for (size_t i = 0; i < of.size(); ++i) {
    if (!of.is_of_profiler(i)) continue;
    const EventThread& thread = of.threads[of.thread[i].value];
    const ProcessIx process = of.processes[thread.process.value].process;
    if (process != ProcessIx::none()) by_process[process].push_back(of.interval(i));
  }
  ProfilerTime time;
  for (auto& intervals : by_process) time.of_process_.push_back(IntervalSet::union_of(std::move(intervals)));
  return time;
}

int64_t ProfilerTime::inside(ProcessIx process, Interval interval) const {
  int64_t total = 0;
  for (const Interval& of : of_process_[process].overlapping_intervals(interval))
    total += intersect(of, interval).duration();
  return total;
}

}  // namespace nsys_ai
