// What ran in CUDA graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// A graph on one device. Where graphs were recorded whole it is known by its id; where their nodes were, by
// the smallest id of its nodes: nodes that any launch ran together are of one graph.
struct GraphUse {
  DeviceIx device;
  bool whole = false;
  int64_t id = 0;
  int64_t launches = 0;            // that were recorded
  std::optional<int64_t> kernels;  // runs of kernels inside; none where only the whole was recorded
  Sum total{};  // ns of the graph's operations, summed, or of its runs; clipped to the window
};

struct GraphUses {
  std::vector<GraphUse> graphs;  // by total, the largest first, then by device, kind and id
  // By process: calls that launched a graph in the window, and how many of them have an operation recorded.
  std::vector<int64_t> launch_calls;
  std::vector<int64_t> recorded_calls;
};
GraphUses graph_uses(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
