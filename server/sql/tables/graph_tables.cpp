// CUDA graphs: `graph_run`, `graph` and `graph_node`.
#include "profile/families/family_gpu.h"
#include "sql/tables/family_table.h"
#include "sql/tables/operation_table.h"

namespace nsys_ai {
namespace {

struct RunEvents {
  static constexpr std::string_view kRefType = "graph_run";
  static const GraphRuns& of(const Profile& profile) { return profile.graph_runs(); }
  static uint32_t launch(SqlView& view, size_t at) { return view.launches().of_graph_run[at]; }
  static uint32_t range(SqlView& view, size_t at) { return view.attribution().of_graph_run[at]; }
};

// The call that created it, if one is known.
template <class T>
SqlColumn made_by() {
  return {"name", "STRING", Lookup::names, "The call that made it.", text<T, &T::name>};
}

}  // namespace

SqlTable graph_run_table() {
  SqlTable table{
      "graph_run",
      "CUDA graphs that were recorded as a whole, clipped to the window: the kernels inside are in no table. "
      "Graphs recorded by node have their kernels in kernel, with graph_node.",
      {},
      operation_count<RunEvents>,
      operation_row<RunEvents>};
  table.columns = {
      {"row", "INTEGER", Lookup::unique, "Its row in the table of the file.",
       [](SqlView& view, const SqlRow& row) { return SqlCell::of(view.profile().graph_runs().row[row.at]); }},
      {"graph", "INTEGER", Lookup::few_values, "Id of the graph, unique in its process only.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(view.profile().graph_runs().graph[row.at]);
       }},
      {"executable", "INTEGER", Lookup::few_values,
       "Id of what was launched of it, as in graph.executable; NULL where the file does not say.",
       [](SqlView& view, const SqlRow& row) {
         const int64_t id = view.profile().graph_runs().executable[row.at];
         return id == 0 ? SqlCell{} : SqlCell::of(id);
       }}};
  add_operation_columns<RunEvents>(table.columns);
  return table;
}

SqlTable graph_table() {
  SqlColumns columns;
  add_row_column<Graphs>(columns);
  add(columns, {made_by<Graphs>()});
  add_span_columns<Graphs>(columns);
  add_thread_columns<Graphs>(columns);
  add(columns, {{"graph", "INTEGER", Lookup::many_values, "Id of the graph; NULL for none.",
                 maybe_id<Graphs, &Graphs::graph>},
                {"original", "INTEGER", Lookup::many_values,
                 "The graph that it was cloned from; NULL for none.", maybe_id<Graphs, &Graphs::original>},
                {"executable", "INTEGER", Lookup::many_values, "Id of what is launched of it; NULL for none.",
                 maybe_id<Graphs, &Graphs::executable>}});
  return family_table<Graphs>("graph", "The making of CUDA graphs and of what is launched of them.",
                              std::move(columns));
}

SqlTable graph_node_table() {
  using Nodes = GraphNodes;
  SqlColumns columns;
  add_row_column<Nodes>(columns);
  add(columns, {made_by<Nodes>()});
  add_span_columns<Nodes>(columns);
  add_thread_columns<Nodes>(columns);
  add(columns, {{"node", "INTEGER", Lookup::many_values, "Id of the node, as in kernel.graph_node.",
                 number<Nodes, &Nodes::node>},
                {"original", "INTEGER", Lookup::many_values,
                 "The node of another graph that it was copied from; NULL for none.",
                 known<Nodes, &Nodes::original>}});
  return family_table<Nodes>(
      "graph_node",
      "The making of nodes of CUDA graphs: by a call, or as the copy of a node of another graph.",
      std::move(columns));
}

}  // namespace nsys_ai
