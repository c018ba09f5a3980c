// Whether the host was ahead of the GPU when it launched.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// Launches of one thread whose kernels ran in the scope. A launch is *ahead* when the device still had other
// work after the call had returned: the kernel had to wait, and the device did not. It is *starved* when the
// device had nothing left to do before the call began. In between the device ran dry during the call. The
// first operation of a device is neither.
struct Pipeline {
  ThreadIx thread;
  int64_t launches = 0;
  int64_t ahead = 0;
  int64_t starved = 0;
  int64_t starved_ns = 0;  // idle time of the devices that starved launches ended, clipped to the window
};

// One element a launching thread; the most starved time first, then the most launches, then by thread. A
// call that started several kernels counts once, with the first of them.
std::vector<Pipeline> launch_pipelines(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
