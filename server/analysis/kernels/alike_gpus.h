// Compares GPUs that do the same work: the ranks of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// A GPU of a process that runs the same kernels as others, as often. Times in ns. Communication is left out:
// the less a rank computes, the longer it waits in it.
struct AlikeGpu {
  DeviceIx device;
  uint32_t group = 0;     // those of one number do the same work
  int64_t kernels = 0;    // that do not communicate
  Sum kernel{};           // their durations, clipped to the scope
  int64_t of_others = 0;  // the median of `kernel` of the others of its group
  int64_t spread = 0;     // the median distance of the others from it
  int64_t steps = 0;
  std::optional<int64_t> step;            // the median duration of its steps on the GPU
  std::optional<int64_t> step_of_others;  // the median of `step` of the others

  int64_t excess() const { return kernel - of_others; }
};

// By group, then in the order of the scope. GPUs that do what no other does are left out, and those that
// processes share.
std::vector<AlikeGpu> alike_gpus(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
