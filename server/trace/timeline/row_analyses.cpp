// Finds steps, gaps and projections near a window or in the entire run.
#include "trace/timeline/row_analyses.h"

#include <algorithm>
#include <unordered_set>

#include "analysis/nvtx/each_projection.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "trace/event_order.h"

namespace nsys_ai::perfetto {
namespace {

bool touches(Interval event, std::optional<Interval> time) {
  return !time || (event.start <= time->end && event.end >= time->start);
}

Event projection(DeviceIx device, uint32_t range, Interval time) {
  return {.kind = EventKind::projection, .at = range, .time = time, .device = device};
}

int64_t plus(int64_t time, int64_t by) {
  int64_t sum = 0;
  if (__builtin_add_overflow(time, by, &sum)) return by < 0 ? INT64_MIN : INT64_MAX;
  return sum;
}

}  // namespace

void each_iteration(const Profile& profile, DeviceIx device, std::optional<Interval> time,
                    const TakeEvent& visit) {
  const Iterations& iterations = profile.derived(build_iterations);
  std::vector<Event> steps;
  for (uint32_t at = 0; at < iterations.all.size(); ++at) {
    const Iteration& step = iterations.all[at];
    if (!step.gpu.empty() && profile.devices()[device].process == step.process && touches(step.gpu, time))
      steps.push_back({.kind = EventKind::iteration, .at = at, .time = step.gpu, .device = device});
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Event& a, const Event& b) {
    return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
  });
  for (const Event& step : steps)
    if (!visit(step)) return;
}

void each_gap(const Profile& profile, DeviceIx device, std::optional<Interval> time, const TakeEvent& visit) {
  bool more = true;
  each_idle_gap_around(profile, device, time.value_or(profile.extent()), [&](const IdleGap& gap) {
    if (more && gap.gap.duration() >= kShortestGap)
      more = visit({.kind = EventKind::gap, .at = gap.after, .time = gap.gap, .device = device});
  });
}

void each_projection_of_run(const Profile& profile, DeviceIx device, const TakeEvent& visit) {
  each_projection(profile, {profile.extent()}, device,
                  [&](uint32_t range, Interval time) { return visit(projection(device, range, time)); });
}

void each_projection_near(const Profile& profile, DeviceIx device, Interval time,
                          const LongProjections& long_ones, const TakeEvent& visit) {
  std::vector<Event> events = long_ones.near;
  std::unordered_set<uint32_t> known;
  for (const Event& event : events) known.insert(event.at);
  const Interval around{plus(time.start, -long_ones.least), plus(time.end, long_ones.least)};
  each_projection(profile, {around, true}, device, [&](uint32_t range, Interval of) {
    if (!known.contains(range)) events.push_back(projection(device, range, of));
    return true;
  });
  std::sort(events.begin(), events.end(), EventOrder(profile));
  for (const Event& event : events)
    if (!visit(event)) return;
}

}  // namespace nsys_ai::perfetto
