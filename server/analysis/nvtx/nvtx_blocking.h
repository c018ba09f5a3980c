// Finds the NVTX ranges under which the host waits for the GPU.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// Blocking calls of one name whose innermost ranges have the same path.
struct BlockingCalls {
  uint32_t path = 0;     // in NvtxPaths; NvtxPaths::kNoPath for calls outside ranges
  std::string_view api;  // the base name of the call
  int64_t calls = 0;
  Sum blocked{};  // ns, clipped to the scope and summed over calls and threads
};
// Calls of the processes in scope; sorted by blocked time in descending order, then by path text and name.
std::vector<BlockingCalls> blocking_calls_by_path(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
