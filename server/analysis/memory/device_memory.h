// Computes device memory usage over time from allocations and releases.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "profile/families/family_gpu.h"

namespace nsys_ai {

// Part of the window on one device.
struct MemoryPart {
  uint32_t device = 0;  // index in `DeviceMemory::devices`
  int64_t start = 0;    // ns on the capture's clock
  int64_t used = 0;     // bytes in use when the part begins
  int64_t peak = 0;     // maximum during the part
};

struct DeviceMemory {
  struct Device {
    EventProcessIx process;  // of `MemoryUsage`
    int64_t ordinal = 0;
    friend auto operator<=>(const Device&, const Device&) = default;
  };
  std::vector<Device> devices;
  std::vector<MemoryPart> parts;  // sorted by device, then by time
  int64_t unknown_releases = 0;   // releases of memory that was allocated before the capture began
};

// Splits the window into `parts` equal parts for each device of the scope that has events. Host memory is
// ignored.
DeviceMemory device_memory(const Profile& profile, const Scope& scope, const MemoryUsage& events,
                           int64_t parts);

}  // namespace nsys_ai
