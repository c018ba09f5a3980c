// What ran in CUDA graphs? One row per graph and GPU.
#include <fmt/format.h>

#include <numeric>

#include "analysis/kernels/graph_use.h"
#include "skills/list.h"

namespace nsys_ai::cuda_graphs_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string graph;
  std::optional<Id> pid;
  Id device;
  int64_t launches = 0;
  std::optional<int64_t> kernels;
  Ns total_ns;
  std::optional<Share> coverage;
};
template <class F>
void fields(Row& r, F& f) {
  f("graph", r.graph, "The graph's id, or the first of its nodes where the nodes were recorded.");
  f("pid", r.pid, "The process; none where the capture names no process.");
  f("device", r.device, "The GPU, as that process numbers it.");
  f("launches", r.launches, "How often it ran in the scope, as far as was recorded.");
  f("kernels", r.kernels, "Runs of kernels inside; none where only the whole graph was recorded.");
  f("total_ns", r.total_ns, "Of whole graphs, their time on the GPU; of nodes, the sum of their times.");
  f("coverage", r.coverage,
    "Graph launches of the process of which any operation was recorded / its graph launches; none where no such call was recorded.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const GraphUses uses = graph_uses(profile, context.scope);
  if (uses.graphs.empty()) {
    const int64_t launched = std::accumulate(uses.launch_calls.begin(), uses.launch_calls.end(), int64_t{0});
    if (launched == 0) return Empty{"No CUDA graph ran in this scope."};
    return CannotAnswer{
        fmt::format("CUDA graphs launched in this scope: {}; nothing of what they ran was recorded.",
                    launched),
        {"Capture with `nsys profile --cuda-graph-trace=node`, which records the kernels inside CUDA graphs."}};
  }
  Rows<Row> rows;
  for (const GraphUse& of : uses.graphs) {
    const Device& device = profile.devices()[of.device];
    Row row;
    row.graph = of.id ? fmt::format("{} {}", of.whole ? "graph" : "node", *of.id) : "by node, without ids";
    row.pid = profile.pid_of(device.process);
    row.device = device.ordinal;
    row.launches = of.launches;
    row.kernels = of.kernels;
    row.total_ns = {of.total};
    if (uses.launch_calls[device.process] > 0)
      row.coverage = Share{static_cast<double>(uses.recorded_calls[device.process]) /
                           static_cast<double>(uses.launch_calls[device.process])};
    rows.rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "cuda_graphs",
       .title = "What ran in CUDA graphs?",
       .doc =
           "One row a graph and GPU, the most time first, clipped to the window. "
           "Where graphs were recorded whole, a launch is one row of the capture and its kernels are unknown. "
           "Where their nodes were recorded, nodes that any launch ran together are one graph, and its time is the sum over kernels, copies and memsets; where the export has no ids of nodes, kernels of one name count as one node.",
       .reading =
           "Graphs replace many launches by one, so a small share of launches in graphs beside a launch_storm is room for more. "
           "Coverage below 1 means that time of graphs is missing from every answer about kernels and idle time of this capture.",
       .source =
           "The graph table of the capture, or the node ids of its operations; graph launches by the program's one classifier of call names.",
       .limits = "Nodes of one graph that never ran in the capture are unknown. "
                 "Launches without a recorded call are not counted where nodes were recorded.",
       .needs = {Need::gpu_operation}},
      run);
}

}  // namespace nsys_ai::cuda_graphs_skill
