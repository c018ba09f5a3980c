// The critical path by its definition, step by step: the graph of what waits for what, the longest path to
// each of its nodes, and the way back from the end. What the sweep of the server has to agree with.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/time/critical_path.h"

namespace nsys_ai::test {

// Starts and ends of the calls and operations of one process. Node 0 is the beginning; the others stand by
// time, so that every edge leads to a later node. The dependency of a node that is met last has what passes
// until the node as its weight, the others have none.
struct PathGraph {
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    int64_t weight = 0;
    PathClass of = PathClass::host;
  };
  std::vector<int64_t> time;  // by node, on the capture's clock
  std::vector<Edge> edges;    // by `to`
};
PathGraph path_graph(const Profile& profile, const Scope& scope, ProcessIx process);
CriticalPath longest_path(const PathGraph& graph, ProcessIx process);

}  // namespace nsys_ai::test
