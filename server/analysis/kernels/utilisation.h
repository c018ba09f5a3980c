// Computes the device time of a piece of work, by which FLOPs are divided.
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
// of 1 s on two devices counts as 2 s.
struct WorkTime {
  int64_t runs = 0;
  std::vector<DeviceIx> devices;  // distinct devices on which any of it ran
  Sum wall{};                    // per run and device, from the first operation's start to the last one's end
  Sum busy{};                    // per run and device, the union of its operations
  Sum kernels{};                 // its kernels' durations
  int64_t meanwhile = 0;         // operations in it that other threads launched while a range was open
  bool between_markers = false;  // the runs lie between ranges that mark them, instead of inside them
};
// Ranges of that name (nvtx/named_ranges.h), or the layers that they mark where they are only markers; each
// is one run. Its work is what its process launched while the range was open: inside, and on other threads
// meanwhile (nvtx/meanwhile.h). Fails where the name does not decide between the two.
Result<WorkTime> time_of_ranges(const Profile& profile, const Scope& scope, const std::string& name);
// Kernels whose name contains the text. Each kernel is a run, so wall, busy and kernel time are equal.
WorkTime time_of_kernels(const Profile& profile, const Scope& scope, const std::string& name);
// All work in the scope, as one run.
WorkTime time_of_scope(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
