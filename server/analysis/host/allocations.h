// Computes how long each thread spent allocating and releasing memory.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/families/family_gpu.h"

namespace nsys_ai {

// Calls of one name on one thread; times in ns.
struct AllocationCost {
  ThreadIx thread;
  std::string_view call;  // base name; points into the profile
  int64_t calls = 0;
  int64_t total = 0;  // the union of the calls inside the window
  // Calls that began while GPUs of the process were busy and ended after all of them went idle.
  int64_t drained = 0;
  Sum bytes{};  // from the memory events of these calls
};

// Sorted by total in descending order, then by thread and name. Whether a call drained the GPUs does not
// depend on the window, and all GPUs of its process count. A call whose name says that it is asynchronous
// drains nothing.
std::vector<AllocationCost> allocation_costs(const Profile& profile, const Scope& scope,
                                             const MemoryUsage& memory);

}  // namespace nsys_ai
