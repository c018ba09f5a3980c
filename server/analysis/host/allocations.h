// What allocating and releasing memory cost the threads that did it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/families/family_gpu.h"

namespace nsys_ai {

// One call of one thread; times in ns.
struct AllocationCost {
  ThreadIx thread;
  std::string_view call;  // base name, of the profile
  int64_t calls = 0;
  int64_t total = 0;    // the union of the calls inside the window
  int64_t drained = 0;  // calls that began while GPUs of the process were busy and saw all of them go idle
  Sum bytes{};          // what the memory events of these calls say
};

// By total, the largest first, then by thread and name. Whether a call drained GPUs does not depend on the
// window, and all GPUs of its process count. A call that is asynchronous by name drains nothing.
std::vector<AllocationCost> allocation_costs(const Profile& profile, const Scope& scope,
                                             const MemoryUsage& memory);

}  // namespace nsys_ai
