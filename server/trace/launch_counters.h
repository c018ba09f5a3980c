// How fast a device was given work, and how much of it waited.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/counters.h"

namespace nsys_ai::perfetto {

// The part in which `time`, of the window, lies.
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
  int64_t length_;  // of a timeline's pixels, which are as long as each other; 0 where parts are not
};

// By part: how many calls that began in it launched something on the device, and how long, summed over
// operations, these waited: from the end of the call that launched them to their own start. Both are empty
// where no launch of the device's operations was recorded, in the window or elsewhere.
struct LaunchSums {
  std::vector<int64_t> launches;
  std::vector<int64_t> whole_parts;  // operations that waited all of the part
  std::vector<int64_t> waited;       // ns of the others
};
LaunchSums launch_sums(const Profile& profile, const DeviceParts& of);

// Launches and queue (counters.h); nothing where no launch of the device's operations was recorded.
void add_launch_counters(const Profile& profile, const DeviceParts& of, std::vector<Counter>& counters);

}  // namespace nsys_ai::perfetto
