// What analyses say of a device as events, whole and in order of time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// Shorter gaps are what a launch costs at the least; there is one after nearly every kernel.
constexpr int64_t kShortestGap = 5'000;  // ns

// Says false when nobody wants more.
using TakeEvent = std::function<bool(const Event&)>;

// Those that touch the time that is given, not cut.
void each_iteration(const Profile& profile, DeviceIx device, std::optional<Interval> time,
                    const TakeEvent& visit);
void each_gap(const Profile& profile, DeviceIx device, std::optional<Interval> time, const TakeEvent& visit);

// Of the whole run: each range that had an operation on the device, by start.
void each_projection_of_run(const Profile& profile, DeviceIx device, const TakeEvent& visit);

// Projections that last at least `least` ns, by start, from which the others near a window follow without a
// look at the run.
struct LongProjections {
  int64_t least = 0;
  std::vector<Event> near;  // those that touch the window widened by `least` on both sides
};
// Those of ranges that lasted at least `shortest` on the host, and that touch `time`; some more beside it.
void each_projection_near(const Profile& profile, DeviceIx device, Interval time,
                          const LongProjections& long_ones, int64_t shortest, const TakeEvent& visit);

}  // namespace nsys_ai::perfetto
