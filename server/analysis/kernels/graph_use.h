// Computes what ran in CUDA graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

// A graph on one device. Graphs recorded as one operation are identified by their id; graphs recorded by node
// are identified by the smallest id of their nodes, where nodes that any launch ran together belong to one
// graph. In exports without ids of nodes, kernels of one name count as one node.
struct GraphUse {
  DeviceIx device;
  bool whole = false;
  std::optional<int64_t> id;  // empty where the export has no ids of nodes
  int64_t launches = 0;  // number of recorded launches
  // Runs of kernels inside; empty where the graph was recorded as one operation.
  std::optional<int64_t> kernels;
  Sum total{};  // ns, summed over the graph's operations or kernel runs; clipped to the window
};

struct GraphUses {
  std::vector<GraphUse> graphs;  // sorted by total in descending order, then by device, kind and id
  // Indexed by process: calls that launched a graph in the window, and how many of them have a recorded
  // operation.
  std::vector<int64_t> launch_calls;
  std::vector<int64_t> recorded_calls;
};
GraphUses graph_uses(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
