// One sweep over the events in time order.
#include "analysis/host/core_times.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/context.h"
#include "profile/families/family_host.h"

namespace nsys_ai {

Result<const CoreTimes*> CoreTimes::read(const Profile& profile, const Work& work) {
  return profile.made<CoreTimes>(&CoreTimes::make, work);
}

Result<CoreTimes> CoreTimes::make(const Profile& profile, const Work& work) {
  const auto read = profile.events<SchedEvents>(work);
  if (!read) return tl::unexpected(read.error());
  const SchedEvents& events = **read;
  CoreTimes times;
  if (events.size() == 0) return times;
  std::vector<uint32_t> order(events.size());
  std::iota(order.begin(), order.end(), 0U);
  ThrottledCheck check;
  const auto earlier = [&](uint32_t a, uint32_t b) {
    check();
    if (events.time[a] != events.time[b]) return events.time[a] < events.time[b];
    return events.is_in[a] < events.is_in[b];  // a thread leaves one core before it comes to another
  };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) std::sort(order.begin(), order.end(), earlier);
  times.recorded_ = {events.time[order.front()], events.time[order.back()]};
  constexpr int64_t kOff = INT64_MIN;
  std::vector<int64_t> since(events.threads.size(), times.recorded_.start);
  std::vector<bool> seen(events.threads.size(), false);
  std::vector<std::vector<Interval>> ran(events.threads.size());
  for (const uint32_t at : order) {
    check();
    const size_t thread = events.thread[at].value;
    const bool comes = events.is_in[at] == 1;
    if (!comes && since[thread] != kOff) ran[thread].push_back({since[thread], events.time[at]});
    if (!comes)
      since[thread] = kOff;
    else if (!seen[thread] || since[thread] == kOff)
      since[thread] = events.time[at];
    seen[thread] = true;
  }
  for (size_t thread = 0; thread < ran.size(); ++thread) {
    if (!seen[thread]) continue;
    if (since[thread] != kOff) ran[thread].push_back({since[thread], times.recorded_.end});
    const EventThread& of = events.threads[thread];
    const ProcessIx process = events.processes[of.process].process;
    if (process.exists())
      times.of_thread_.emplace(std::pair(process, of.tid), IntervalSet::union_of(std::move(ran[thread])));
  }
  return times;
}

const IntervalSet* CoreTimes::of(ProcessIx process, int64_t tid) const {
  const auto at = of_thread_.find({process, tid});
  return at == of_thread_.end() ? nullptr : &at->second;
}

const IntervalSet* CoreTimes::of(const Profile& profile, ThreadIx thread) const {
  if (!thread.exists()) return nullptr;
  const Thread& of_profile = profile.threads()[thread];
  return of(of_profile.process, of_profile.tid);
}

const IntervalSet* CoreTimes::of_main_thread(const Profile& profile, ProcessIx process) const {
  const auto pid = profile.pid_of(process);
  return pid ? of(process, *pid) : nullptr;
}

int64_t ran_inside(const IntervalSet* a, const IntervalSet* b, Interval interval) {
  std::vector<Interval> parts;
  for (const IntervalSet* set : {a, b == a ? nullptr : b}) {
    if (set == nullptr) continue;
    for (const Interval& of : set->overlapping_intervals(interval)) parts.push_back(intersect(of, interval));
  }
  return IntervalSet::union_of(std::move(parts)).total();
}

}  // namespace nsys_ai
