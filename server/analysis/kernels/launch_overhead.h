// Computes the cost of launching kernels: time in the call, in the queue and in the kernel.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/kernels/kernel_groups.h"

namespace nsys_ai {

// Kernels of one group and the calls that launched them, one call per kernel. All times in ns, summed over
// launches and clipped to the window.
struct LaunchOverhead {
  std::string_view name;
  int64_t launches = 0;
  Sum api{};           // inside the call
  Sum queue{};         // from the end of the call to the start of the kernel, if that is later
  int64_t queued = 0;  // launches with time in the queue
  Sum kernel{};        // the kernel's duration
  Sum total{};         // from the start of the call to its end or the kernel's end, whichever is later
};

struct LaunchOverheads {
  std::vector<LaunchOverhead> groups;  // sorted by time in the call in descending order, then by name
  int64_t without_call = 0;            // kernels in scope whose launch was not recorded
  int64_t in_graphs = 0;               // kernels in scope that ran in CUDA graphs
};

// Kernels of CUDA graphs are skipped: one call starts many of them, and waiting for dependencies inside the
// graph is no queueing.
LaunchOverheads launch_overheads(const Profile& profile, const Scope& scope, KernelGrouping grouping);

}  // namespace nsys_ai
