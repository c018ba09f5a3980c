// The critical path of one process, in one sweep over its calls and operations in order of time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/critical_path.h"

namespace nsys_ai {

// The calls of the scope that count, for the sweeps of all processes.
struct PathCalls {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<std::vector<uint32_t>> of_thread;  // by start; of equal starts the longer one first
  std::vector<uint32_t> number;      // by call: from 0 in each process; kNone where it is not one of them
  std::vector<uint32_t> of_process;  // how many
};
PathCalls calls_for_paths(const Profile& profile, const Scope& scope);

// Nothing where the process did nothing in the scope, or where it was cancelled.
std::optional<CriticalPath> sweep_path(const Profile& profile, const Scope& scope, ProcessIx process,
                                       const PathCalls& calls, const CancelToken& cancel);

}  // namespace nsys_ai
