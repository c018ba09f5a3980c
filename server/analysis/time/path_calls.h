// The calls that form critical paths.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "profile/profile.h"

namespace nsys_ai {

// The relevant calls of the scope, for the sweeps of all processes.
struct PathCalls {
  static constexpr uint32_t kNone = UINT32_MAX;
  std::vector<std::vector<uint32_t>> of_thread;  // sorted by start; of equal starts the longer one first
  // Indexed by call: its number in its process from 0; kNone where it is irrelevant.
  std::vector<uint32_t> number;
  std::vector<uint32_t> of_process;  // number of calls
  // The inputs for the sweep of each process, so that no sweep iterates over all calls.
  std::vector<std::vector<uint32_t>> threads_of_process;  // threads with calls
  std::vector<std::vector<DeviceIx>> devices_of_process;  // in the scope
  std::vector<uint32_t> streams_of_process;               // number of streams
  std::vector<uint32_t> stream_number;                    // by StreamIx: its number in its process from 0
};
PathCalls calls_for_paths(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
