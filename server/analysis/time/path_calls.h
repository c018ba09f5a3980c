// The calls that critical paths are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "profile/profile.h"

namespace nsys_ai {

// The calls of the scope that count, for the sweeps of all processes.
struct PathCalls {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<std::vector<uint32_t>> of_thread;  // by start; of equal starts the longer one first
  std::vector<uint32_t> number;      // by call: from 0 in each process; kNone where it is not one of them
  std::vector<uint32_t> of_process;  // how many
  // What the sweep of each process goes through, so that none looks at all.
  std::vector<std::vector<uint32_t>> threads_of_process;  // that have calls
  std::vector<std::vector<DeviceIx>> devices_of_process;  // of the scope
  std::vector<uint32_t> streams_of_process;               // how many
  std::vector<uint32_t> stream_number;                    // by StreamIx: from 0 in each process
};
PathCalls calls_for_paths(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
