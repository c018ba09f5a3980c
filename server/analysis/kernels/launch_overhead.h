// What it takes to start kernels: the call, the queue, the run.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/kernels/kernel_groups.h"

namespace nsys_ai {

// Kernels of one group and the calls that launched them, one call a kernel. All times in ns, summed over
// launches and clipped to the window.
struct LaunchOverhead {
  std::string_view name;
  int64_t launches = 0;
  Sum api{};           // inside the call
  Sum queue{};         // from the end of the call to the start of the kernel, where the kernel starts later
  int64_t queued = 0;  // launches with such a time
  Sum kernel{};        // the kernel's run
  Sum total{};         // from the start of the call to the later one of its end and the kernel's
};

struct LaunchOverheads {
  std::vector<LaunchOverhead> groups;  // by time in the call, the largest first, then by name
  int64_t without_call = 0;            // kernels in scope of which no launch was recorded
  int64_t in_graphs = 0;               // kernels in scope that ran in CUDA graphs
};

// A kernel of a CUDA graph is left out: one call starts many, and waiting for its turn inside the graph is
// no queue.
LaunchOverheads launch_overheads(const Profile& profile, const Scope& scope, KernelGrouping grouping);

}  // namespace nsys_ai
