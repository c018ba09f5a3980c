// Device time of a piece of work, for what FLOPs are divided by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// All runs of a piece of work in scope. Times in ns, summed over runs and over the devices of each run: a run
// of 1 s on two devices is 2 s.
struct WorkTime {
  int64_t runs = 0;
  std::vector<DeviceIx> devices;  // on which any of it ran, each once
  Sum wall{};                    // from the first operation of a run on a device to the end of its last there
  Sum busy{};                    // the unions of its operations on a device
  Sum kernels{};                 // its kernels, summed
  bool between_markers = false;  // the runs lie between ranges, not in them
};
// Ranges of that name (nvtx/named_ranges.h), or the layers that they mark where they only do so: one run
// each. Fails where the name does not tell which.
Result<WorkTime> time_of_ranges(const Profile& profile, const Scope& scope, const std::string& name);
// Kernels whose name contains the text: one run each, in which wall, busy and sum are one.
WorkTime time_of_kernels(const Profile& profile, const Scope& scope, const std::string& name);
// Everything in the scope: one run.
WorkTime time_of_scope(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
