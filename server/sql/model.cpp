// The list of tables, and its description.
#include "sql/model.h"

#include "sql/table.h"

namespace nsys_ai {

std::span<const SqlTable> sql_tables() {
  static const std::vector<SqlTable> tables = {
      kernel_table(),
      memcpy_table(),
      memset_table(),
      graph_run_table(),
      runtime_call_table(),
      nvtx_table(),
      gpu_table(),
      process_table(),
      stream_table(),
      thread_table(),

      capture_option_table(),
      context_table(),
      cpu_page_fault_table(),
      cpu_sample_table(),
      cuda_backtrace_table(),
      cuda_call_frame_table(),
      cuda_event_table(),
      diagnostic_table(),
      gpu_metric_table(),
      gpu_page_fault_table(),
      graph_table(),
      graph_node_table(),
      library_call_table(),
      memory_event_table(),
      memory_pool_event_table(),
      migration_table(),
      mpi_call_table(),
      nvtx_payload_table(),
      nvtx_schema_entry_table(),
      os_call_table(),
      os_call_frame_table(),
      profiler_overhead_table(),
      sample_frame_table(),
      sched_event_table(),
      sync_table(),

      call_stats_function(),
      gpu_busy_function(),
      gpu_gap_function(),
      iteration_function(),
      kernel_nvtx_table(),
      kernel_stats_function(),
      metric_stats_function(),
      nvtx_kernel_stats_function(),
      nvtx_projection_function(),
      nvtx_stats_function(),
      os_call_stats_function(),
  };
  return tables;
}

std::string shown_text(std::string_view text) {
  if (text.size() <= kMaxCellText) return std::string(text);
  constexpr std::string_view kMore = "…";
  size_t length = kMaxCellText - kMore.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return std::string(text.substr(0, length)).append(kMore);
}

namespace {

Column described(std::string_view name, std::string_view kind, std::string_view doc) {
  const ColumnKind& of = *column_kind(kind);
  return {std::string(name), of.type, of.unit, std::string(doc)};
}

std::string default_text(const SqlParam& param) {
  if (param.kind != "STRING" && param.otherwise.empty()) return "NULL";
  return "'" + std::string(param.otherwise) + "'";
}

}  // namespace

std::string type_words(const Column& column) {
  const std::string type(name_of(column.type));
  const std::string_view unit = name_of(column.unit);
  return unit.empty() ? type : type + ", " + std::string(unit);
}

std::vector<TableDoc> model() {
  std::vector<TableDoc> docs;
  for (const SqlTable& table : sql_tables()) {
    TableDoc doc{std::string(table.name), std::string(table.doc), {}, {}};
    for (const SqlColumn& column : table.columns)
      doc.columns.push_back(described(column.name, column.kind, column.doc));
    for (const SqlParam& param : table.params)
      doc.params.push_back({described(param.name, param.kind, param.doc), default_text(param)});
    docs.push_back(std::move(doc));
  }
  return docs;
}

}  // namespace nsys_ai
