// One pass over the edges for each class, and one way back along the edges that decided.
#include "analysis/critical_path.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"

namespace nsys_ai {
namespace {

// The longest path to each node; edges stand by the node they lead to.
std::vector<int64_t> lengths(const PathGraph& graph, std::optional<PathClass> without) {
  std::vector<int64_t> length(graph.time.size(), 0);
  for (const PathGraph::Edge& edge : graph.edges)
    length[edge.to] = std::max(length[edge.to], length[edge.from] + (edge.of == without ? 0 : edge.weight));
  return length;
}

int64_t longest(const std::vector<int64_t>& lengths) {
  return lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
}

}  // namespace

std::string_view name_of(PathClass of) {
  switch (of) {
    case PathClass::host:
      return "host";
    case PathClass::launch:
      return "launch";
    case PathClass::call:
      return "other CUDA calls";
    case PathClass::sync:
      return "synchronisation";
    case PathClass::compute:
      return "compute";
    case PathClass::communication:
      return "communication";
    case PathClass::copy:
      return "copy";
    case PathClass::memset:
      return "memset";
    case PathClass::graph:
      return "CUDA graph";
    case PathClass::queue:
      return "queue";
    case PathClass::unknown:
      return "unknown";
  }
  return "";
}

CriticalPath longest_path(const PathGraph& graph, ProcessIx process) {
  CriticalPath path;
  path.process = process;
  const std::vector<int64_t> length = lengths(graph, std::nullopt);
  path.total = longest(length);
  auto node = static_cast<uint32_t>(std::max_element(length.begin(), length.end()) - length.begin());
  // Edges by node, from the last: the way back meets each node once.
  for (auto edge = graph.edges.rbegin(); edge != graph.edges.rend() && node != 0; ++edge) {
    if (edge->to != node || length[edge->from] + edge->weight != length[node]) continue;
    path.on_path[static_cast<size_t>(edge->of)] += edge->weight;
    node = edge->from;
  }
  parallel_for(usable_cores(), kPathClasses, [&](size_t of) {
    path.without[of] =
        path.on_path[of] == 0 ? path.total : longest(lengths(graph, static_cast<PathClass>(of)));
  });
  return path;
}

std::vector<CriticalPath> critical_paths(const Profile& profile, const Scope& scope, const Work& work) {
  std::vector<ProcessIx> processes;
  for (size_t i = 0; i < profile.processes().size(); ++i)
    if (scope.has(ProcessIx(i))) processes.emplace_back(i);
  std::sort(processes.begin(), processes.end(), [&](ProcessIx a, ProcessIx b) {
    return profile.processes()[a].key < profile.processes()[b].key;
  });
  std::vector<CriticalPath> paths;
  for (const ProcessIx process : processes) {
    if (work.cancel.cancelled()) return {};
    work.report(static_cast<double>(paths.size()) / static_cast<double>(processes.size()),
                "following what waited for what");
    const PathGraph graph = path_graph(profile, scope, process, work.cancel);
    if (!graph.edges.empty()) paths.push_back(longest_path(graph, process));
  }
  return paths;
}

}  // namespace nsys_ai
