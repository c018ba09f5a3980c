// Determines whether the host launched work ahead of the GPU.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Launches of one thread whose kernels ran in the scope. A launch is *ahead* when the device still had other
// work after the call had returned, so the kernel had to wait and the device did not. It is *starved* when
// the device had run out of work before the call began. Otherwise the device ran out of work during the call.
// The first operation of a device is neither.
struct Pipeline {
  ThreadIx thread;
  int64_t launches = 0;
  int64_t ahead = 0;
  int64_t starved = 0;
  int64_t starved_ns = 0;  // idle time of the devices before starved launches, clipped to the window
};

// One element per launching thread; sorted by starved time, then by launches, both descending, then by
// thread. A call that started several kernels counts once, with the first of them.
std::vector<Pipeline> launch_pipelines(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
