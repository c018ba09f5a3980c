// Merges operations to busy intervals once; a query then takes two binary searches.
#include "analysis/time/busy_time.h"

#include <algorithm>

#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
// Operations are in order of start, so the last interval grows at its end.
void add_busy(const Profile& profile, const Scope& scope, DeviceIx device, std::vector<Interval>& stretches) {
  const OperationNumbers numbers(profile);
  const size_t first = stretches.size();
  ThrottledCheck check;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    check();
    const auto [kind, at] = numbers[number];
    const auto inside = scope.clip(numbers.family(kind).interval(at));
    if (!inside || inside->empty()) continue;
    if (stretches.size() > first && inside->start <= stretches.back().end)
      stretches.back().end = std::max(stretches.back().end, inside->end);
    else
      stretches.push_back(*inside);
  }
}

BusyTime::BusyTime(const Profile& profile, const Scope& scope) {
  of_process_.resize(profile.processes().size());
  std::vector<std::vector<Interval>> stretches(of_process_.size());
  for (const DeviceIx device : scope.devices())
    add_busy(profile, scope, device, stretches[profile.devices()[device].process]);
  for (size_t process = 0; process < stretches.size(); ++process) {
    check_cancelled();
    of_process_[process].stretches = IntervalSet::union_of(std::move(stretches[process]));
  }
  for (Busy& busy : of_process_) {
    int64_t sum = 0;
    for (const Interval& stretch : busy.stretches.intervals()) {
      busy.before.push_back(sum);
      sum += stretch.duration();
    }
  }
}

// The busy time before `time`.
int64_t BusyTime::Busy::until(int64_t time) const {
  const auto all = stretches.intervals();
  const auto after = std::upper_bound(all.begin(), all.end(), time,
                                      [](int64_t at, const Interval& of) { return at < of.start; });
  if (after == all.begin()) return 0;
  const auto last = after - 1;
  return before[static_cast<size_t>(last - all.begin())] + std::min(time, last->end) - last->start;
}

int64_t BusyTime::inside(ProcessIx process, Interval interval) const {
  if (interval.empty()) return 0;
  return of_process_[process].until(interval.end) - of_process_[process].until(interval.start);
}

std::optional<Interval> BusyTime::at(ProcessIx process, int64_t time) const {
  const auto all = of_process_[process].stretches.intervals();
  const auto after = std::upper_bound(all.begin(), all.end(), time,
                                      [](int64_t at, const Interval& of) { return at < of.start; });
  if (after == all.begin() || time >= (after - 1)->end) return std::nullopt;
  return *(after - 1);
}

BusyTime build_busy_time(const Profile& profile) { return BusyTime(profile, Scope::whole(profile)); }

}  // namespace nsys_ai
