// Lists calls in which the host waits for the GPU, and the time that each thread spends in them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

struct LongestWaits {
  std::vector<uint32_t> calls;  // the longest waits, as rows of `Profile::calls()`
  int64_t total = 0;            // number of waits in the scope
};
// Waits for devices, streams, events and contexts, by their time inside the window in descending order; ties
// by start, then by row. At most `most` are returned; 0 means all.
LongestWaits longest_waits(const Profile& profile, const Scope& scope, size_t most);

// Time that one thread spent in one blocking call, in ns. Includes blocking copies.
struct WaitCost {
  ThreadIx thread;
  std::string_view call;  // base name; points into the profile
  int64_t calls = 0;
  int64_t blocked = 0;   // the union of the calls inside the window
  int64_t gpu_busy = 0;  // part of `blocked` in which a GPU of the process and the scope was busy
  int64_t gpu_idle() const { return blocked - gpu_busy; }
};
// Sorted by blocked time in descending order, then by thread and name.
std::vector<WaitCost> wait_costs(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
