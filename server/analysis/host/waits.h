// Calls in which the host waits for the GPU: each of them, and what they cost each thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

struct LongestWaits {
  std::vector<uint32_t> calls;  // the longest ones, as rows of `Profile::calls()`
  int64_t total = 0;            // how many there are in the scope
};
// Waits for devices, streams, events and contexts, by their time inside the window, ties by start, then by
// row. At most `most` are put in order; 0 means all.
LongestWaits longest_waits(const Profile& profile, const Scope& scope, size_t most);

// What one thread spent in one blocking call, in ns. Blocking copies count besides waits.
struct WaitCost {
  ThreadIx thread;
  std::string_view call;  // base name, of the profile
  int64_t calls = 0;
  int64_t blocked = 0;   // the union of the calls inside the window
  int64_t gpu_busy = 0;  // of that, while a GPU of the process and the scope was busy
  int64_t gpu_idle() const { return blocked - gpu_busy; }
};
// By blocked time, the largest first, then by thread and name.
std::vector<WaitCost> wait_costs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
