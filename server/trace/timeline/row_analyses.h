// Yields the results of analyses for a device as unclipped events in time order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// Shorter gaps are the minimum cost of a launch and follow nearly every kernel.
constexpr int64_t kShortestGap = 5'000;  // ns

// Returns false to stop.
using TakeEvent = std::function<bool(const Event&)>;

// Visits the iterations that overlap the given time, unclipped.
void each_iteration(const Profile& profile, DeviceIx device, std::optional<Interval> time,
                    const TakeEvent& visit);
void each_gap(const Profile& profile, DeviceIx device, std::optional<Interval> time, const TakeEvent& visit);

// Visits the projections of the entire run, by start: each range with an operation on the device.
void each_projection_of_run(const Profile& profile, DeviceIx device, const TakeEvent& visit);

// Projections that last at least `least` ns, by start. With them, the other projections near a window are
// found without scanning the run.
struct LongProjections {
  int64_t least = 0;
  std::vector<Event> near;  // those that overlap the window extended by `least` on both sides
};
// Visits projections that overlap `time`; may visit some others nearby.
void each_projection_near(const Profile& profile, DeviceIx device, Interval time,
                          const LongProjections& long_ones, const TakeEvent& visit);

}  // namespace nsys_ai::perfetto
