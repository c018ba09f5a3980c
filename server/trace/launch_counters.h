// How fast a device was given work, and how much of it waited.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/counters.h"

namespace nsys_ai::inline trace::perfetto {

// The equal parts of a window, for one device.
struct DeviceParts {
  DeviceIx device;
  Interval window;
  int64_t parts = 1;
};

// The part in which `time`, of the window, lies.
int64_t part_at(Interval window, int64_t parts, int64_t time);

// Launches and queue (counters.h); nothing where no launch of the device's operations was recorded.
void add_launch_counters(const Profile& profile, const Scope& scope, const DeviceParts& of,
                         std::vector<Counter>& counters);

}  // namespace nsys_ai::inline trace::perfetto
