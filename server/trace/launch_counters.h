// Computes how often work was launched on a device, and how much of it waited.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/counters.h"

namespace nsys_ai::perfetto {

// The part of the window that contains `time`.
int64_t part_at(Interval window, int64_t parts, int64_t time);

// The equal parts of a window, for one device.
struct DeviceParts {
  DeviceParts(DeviceIx device, Interval window, int64_t parts);

  Interval part(int64_t i) const;
  int64_t at(int64_t time) const;

  DeviceIx device;
  Interval window;
  int64_t parts;

 private:
  int64_t length_;  // equal for the pixels of a timeline; 0 where parts differ
};

// Indexed by part: the calls that began in it and launched work on the device, and the summed waiting time of
// operations, which lasts from the end of their launch call to their own start. Both are empty where no
// launch of the device's operations was recorded, in the window or elsewhere.
struct LaunchSums {
  std::vector<int64_t> launches;
  std::vector<int64_t> whole_parts;  // operations that waited during the entire part
  std::vector<int64_t> waited;       // ns of the other operations
};
LaunchSums launch_sums(const Profile& profile, const DeviceParts& of);

// Adds the launch and queue counters (counters.h), unless no launch of the device's operations was recorded.
void add_launch_counters(const Profile& profile, const DeviceParts& of, std::vector<Counter>& counters);

}  // namespace nsys_ai::perfetto
