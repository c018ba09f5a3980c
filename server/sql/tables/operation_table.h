// The common columns of kernels, copies and memsets.
#pragma once

#include <string_view>

#include "sql/table.h"

namespace nsys_ai {

// `E` names a family of operations: its events, its references, and what is derived of it:
//
//   struct E {
//     static constexpr std::string_view kRefType;
//     static const Operations& of(const Profile&);
//     static uint32_t launch(SqlView&, size_t at);  // index of a call, or Launches::kNoCall
//     static uint32_t range(SqlView&, size_t at);   // index of an NVTX row, or NvtxForest::kNoRange
//   };
template <class E>
const Stream& stream_of(SqlView& view, size_t at) {
  return view.profile().streams()[E::of(view.profile()).stream[at]];
}

template <class E>
const Device& device_of(SqlView& view, size_t at) {
  return view.profile().devices()[stream_of<E>(view, at).device];
}

template <class E>
SqlCell launch_cell(SqlView& view, const SqlRow& row) {
  const uint32_t call = E::launch(view, row.at);
  if (call == Launches::kNoCall) return {};
  return SqlCell::ref("runtime_call", view.profile().calls().row[call]);
}

template <class E>
SqlCell range_cell(SqlView& view, const SqlRow& row) {
  const uint32_t range = E::range(view, row.at);
  if (range == NvtxForest::kNoRange) return {};
  return SqlCell::ref("nvtx", view.profile().nvtx().row[range]);
}

template <class E>
SqlCell graph_node_cell(SqlView& view, const SqlRow& row) {
  const int64_t node = E::of(view.profile()).graph_node[row.at];
  return node == 0 ? SqlCell{} : SqlCell::of(node);
}

template <class E>
size_t operation_count(const Profile& profile) {
  return E::of(profile).size();
}

template <class E>
std::optional<SqlRow> operation_row(SqlView& view, const void*, size_t at) {
  const Operations& operations = E::of(view.profile());
  if (!view.scope().has(operations.stream[at])) return std::nullopt;
  const Interval whole = operations.interval(at);
  const auto inside = view.scope().clip(whole);
  if (!inside) return std::nullopt;
  return SqlRow{at, whole, *inside};
}

// The order is `id`, then the columns particular to the family, then these.
template <class E>
SqlColumn id_column(std::string_view doc) {
  return {"id", "REF", Lookup::unique, doc, [](SqlView& view, const SqlRow& row) {
            return SqlCell::ref(E::kRefType, E::of(view.profile()).row[row.at]);
          }};
}

template <class E>
void add_operation_columns(std::vector<SqlColumn>& columns) {
  const std::vector<SqlColumn> shared = {
      {"start", "TIME", Lookup::time, "When it began on the GPU, not before the window of the scope.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }},
      {"end", "TIME", Lookup::none, "When it ended on the GPU, not after the window of the scope.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.end); }},
      {"duration", "DURATION", Lookup::none, "end - start: the time inside the window.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.duration()); }},
      {"process", "INTEGER", Lookup::few_values, "Number of the process, as in process.process.",
       [](SqlView& v, const SqlRow& r) { return SqlCell::of(int64_t{device_of<E>(v, r.at).process.value}); }},
      {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::maybe(view.profile().pid_of(device_of<E>(view, row.at).process));
       }},
      {"device", "INTEGER", Lookup::few_values,
       "CUDA ordinal of the GPU as the process numbers it; only (process, device) names a GPU, as in gpu.",
       [](SqlView& view, const SqlRow& row) { return SqlCell::of(device_of<E>(view, row.at).ordinal); }},
      {"context", "INTEGER", Lookup::few_values, "Context, as the process numbers it.",
       [](SqlView& view, const SqlRow& row) { return SqlCell::of(stream_of<E>(view, row.at).context); }},
      {"stream", "INTEGER", Lookup::few_values, "Stream, as the process numbers it.",
       [](SqlView& view, const SqlRow& row) { return SqlCell::of(stream_of<E>(view, row.at).stream); }},
      {"correlation", "INTEGER", Lookup::many_values,
       "Correlation id, unique in its process only; 0 for none. `launch` is the link that needs no care.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(int64_t{E::of(view.profile()).correlation[row.at]});
       }},
      {"launch", "REF", Lookup::many_values,
       "runtime_call.id of the call that launched it; NULL where none was recorded.", launch_cell<E>},
      {"nvtx", "REF", Lookup::many_values,
       "nvtx.id of the innermost range around the launch, on the launching thread; NULL where there is none.",
       range_cell<E>},
      {"graph_node", "INTEGER", Lookup::many_values,
       "Node of a CUDA graph that it ran for, as in graph_node.node; NULL for none.", graph_node_cell<E>},
  };
  columns.insert(columns.end(), shared.begin(), shared.end());
}

}  // namespace nsys_ai
