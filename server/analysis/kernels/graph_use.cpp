// Joins the nodes that a launch ran together, and counts the activity of each graph.
#include "analysis/kernels/graph_use.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"
#include "profile/dictionary.h"
#include "profile/load/stream_key.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// Nodes of a device and their activity, as a union-find of sets; a set is identified by its smallest node.
class NodeSets {
 public:
  struct Node {
    DeviceIx device;
    int64_t id = 0;
    int64_t kernels = 0;
    Sum total{};
    uint32_t parent = 0;
  };
  explicit NodeSets(size_t calls) : of_call_(calls, kNone) {}

  uint32_t place(DeviceIx device, int64_t id) {
    const uint32_t at = numbers_.code({device.value, 0, 0, id});
    if (at == nodes.size()) nodes.push_back({device, id, 0, 0, at});
    return at;
  }
  uint32_t root(uint32_t at) {
    while (nodes[at].parent != at) at = nodes[at].parent = nodes[nodes[at].parent].parent;
    return at;
  }
  // The call launched the node, so earlier nodes of the same call and device belong to the same graph.
  void launched(uint32_t call, uint32_t at) {
    uint32_t& first = of_call_[call];
    if (first == kNone) first = at;
    if (nodes[first].device == nodes[at].device)
      join(first, at);
    else
      join(elsewhere_.emplace(std::pair(call, nodes[at].device.value), at).first->second, at);
  }
  // Calls `visit(root)` for each call and each device on which it launched nodes.
  template <class Visit>
  void each_launch(Visit visit) {
    for (uint32_t call = 0; call < of_call_.size(); ++call)
      if (of_call_[call] != kNone) visit(root(of_call_[call]));
    for (const auto& [key, at] : elsewhere_) visit(root(at));
  }

  std::vector<Node> nodes;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  void join(uint32_t a, uint32_t b) {
    a = root(a);
    b = root(b);
    if (nodes[a].id > nodes[b].id) std::swap(a, b);
    nodes[b].parent = a;
  }

  Dictionary<StreamKey> numbers_;
  std::vector<uint32_t> of_call_;  // one node of each call
  std::map<std::pair<uint32_t, uint32_t>, uint32_t>
      elsewhere_;  // on devices other than the first, by call and device
};

// The node of an operation; negative where a graph was launched and the export has no ids, and 0 where it is in
// no graph.
class NodeIds {
 public:
  explicit NodeIds(const Profile& profile) : profile_(profile), kinds_(profile.derived(build_call_kinds)) {}

  int64_t of(const Operations& operations, size_t at, uint32_t call) const {
    if (operations.graph_node[at] != 0) return operations.graph_node[at];
    if (call == Launches::kNoCall || kinds_.of(profile_.calls(), call).role != CallRole::graph_launch) return 0;
    constexpr int64_t kNoKernel = INT64_MIN;
    return &operations == &profile_.kernels() ? -1 - int64_t{profile_.kernels().names.code[at]} : kNoKernel;
  }

 private:
  const Profile& profile_;
  const CallKinds& kinds_;
};

void add_nodes(const Profile& profile, const Scope& scope, const Operations& operations,
               const RowLinks& calls, int64_t kernels_each, NodeSets& sets,
               std::vector<bool>& recorded) {
  const NodeIds ids(profile);
  for (size_t i = 0; i < operations.size(); ++i) {
    const int64_t id = ids.of(operations, i, calls[i]);
    if (id == 0) continue;
    const auto inside = scope.clip(operations.interval(i));
    if (!inside) continue;
    if (calls[i] != Launches::kNoCall) recorded[calls[i]] = true;
    if (!scope.has(operations.stream[i])) continue;
    const uint32_t at = sets.place(profile.streams()[operations.stream[i]].device, id);
    sets.nodes[at].kernels += kernels_each;
    sets.nodes[at].total += inside->duration();
    if (calls[i] != Launches::kNoCall) sets.launched(calls[i], at);
  }
}

void add_node_graphs(const Profile& profile, const Scope& scope, std::vector<GraphUse>& graphs,
                     std::vector<bool>& recorded) {
  const Launches& launches = profile.derived(build_launches);
  NodeSets sets(profile.calls().size());
  add_nodes(profile, scope, profile.kernels(), launches.of_kernel, 1, sets, recorded);
  add_nodes(profile, scope, profile.copies(), launches.of_copy, 0, sets, recorded);
  add_nodes(profile, scope, profile.memsets(), launches.of_memset, 0, sets, recorded);
  std::map<uint32_t, GraphUse> by_root;
  for (uint32_t at = 0; at < sets.nodes.size(); ++at) {
    const uint32_t root = sets.root(at);
    GraphUse& graph = by_root[root];
    graph.device = sets.nodes[at].device;
    if (sets.nodes[root].id > 0) graph.id = sets.nodes[root].id;
    graph.kernels = graph.kernels.value_or(0) + sets.nodes[at].kernels;
    graph.total += sets.nodes[at].total;
  }
  sets.each_launch([&](uint32_t root) { ++by_root[root].launches; });
  for (const auto& [root, graph] : by_root) graphs.push_back(graph);
}

void add_whole_graphs(const Profile& profile, const Scope& scope, std::vector<GraphUse>& graphs,
                      std::vector<bool>& recorded) {
  const GraphRuns& runs = profile.graph_runs();
  const Launches& launches = profile.derived(build_launches);
  std::map<std::pair<uint32_t, int64_t>, GraphUse> by_graph;
  for (size_t i = 0; i < runs.size(); ++i) {
    const auto inside = scope.clip(runs.interval(i));
    if (!inside) continue;
    if (launches.of_graph_run[i] != Launches::kNoCall) recorded[launches.of_graph_run[i]] = true;
    if (!scope.has(runs.stream[i])) continue;
    const DeviceIx device = profile.streams()[runs.stream[i]].device;
    GraphUse& graph = by_graph[{device.value, runs.graph[i]}];
    graph.device = device;
    graph.whole = true;
    graph.id = runs.graph[i];
    ++graph.launches;
    graph.total += inside->duration();
  }
  for (const auto& [key, graph] : by_graph) graphs.push_back(graph);
}

}  // namespace

GraphUses graph_uses(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const HostScope host(profile, scope);
  GraphUses uses;
  // On any GPU, since operations on GPUs outside the scope were recorded too.
  std::vector<bool> recorded(calls.size(), false);
  add_node_graphs(profile, scope, uses.graphs, recorded);
  add_whole_graphs(profile, scope, uses.graphs, recorded);
  uses.launch_calls.assign(profile.processes().size(), 0);
  uses.recorded_calls.assign(profile.processes().size(), 0);
  for (size_t i = 0; i < calls.size(); ++i) {
    if (kinds.of(calls, i).role != CallRole::graph_launch || !is_own_call(calls, i) ||
        !host.has(calls.thread[i]))
      continue;
    // A launch before the window counts when its operations are inside.
    if (!recorded[i] && !host.clip(calls.interval(i))) continue;
    const ProcessIx process = profile.threads()[calls.thread[i]].process;
    ++uses.launch_calls[process];
    uses.recorded_calls[process] += recorded[i] ? 1 : 0;
  }
  std::sort(uses.graphs.begin(), uses.graphs.end(), [](const GraphUse& a, const GraphUse& b) {
    if (a.total != b.total) return a.total > b.total;
    return std::tuple(a.device.value, a.whole, a.id) < std::tuple(b.device.value, b.whole, b.id);
  });
  return uses;
}

}  // namespace nsys_ai
