// How processes use one GPU together: in turns, at the same time, or on slices of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

enum class SharingMode : uint8_t {
  in_turns,  // one process after the other: slices of time
  at_once,   // kernels of several processes run at the same time, as under the Multi-Process Service (MPS)
  slices     // each process has multiprocessors of its own (MIG)
};
std::string_view name_of(SharingMode mode);

// One GPU that several processes use, clipped to the scope. Times in ns; busy and kernel times are lengths of
// unions over all of its processes, also those outside the scope, whose work occupies the GPU as well.
struct SharedGpu {
  std::vector<DeviceIx> devices;  // the GPU as each process numbers it, by process
  SharingMode mode = SharingMode::in_turns;
  size_t processes = 0;
  Interval span;        // first start to last end of all operations
  int64_t busy = 0;     // any operation of any process runs
  int64_t kernel = 0;   // any kernel runs
  int64_t at_once = 0;  // kernels of at least two processes run
};

// "2 processes take turns on it, and it is busy for 16.00 ms of 19.80 ms (80.8 %) for whichever of them"
std::string sharing_words(const SharedGpu& of);

// The GPUs that the file says are used by several processes, those in scope alone.
std::vector<SharedGpu> shared_gpus(const Profile& profile, const Scope& scope);
// The same for the entire capture, cached.
std::vector<SharedGpu> build_shared_gpus(const Profile& profile);

}  // namespace nsys_ai
