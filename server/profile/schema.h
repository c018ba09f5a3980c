// The names of Nsight's tables and columns in every version; all other code uses these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"
#include "profile/sqlite_file/sqlite.h"

namespace nsys_ai {

// The ordinary tables of a file; views, virtual tables and SQLite's own tables are skipped.
Result<std::vector<FileTable>> read_catalog(const Database& database);
// Views and virtual tables that have the name of a table this program reads. Only tools other than Nsight
// create them. They are not read, because that would execute code of the file.
std::vector<std::string> read_masquerading_tables(const Database& database);

// The index of a column, ignoring case; -1 when the table lacks it.
int column_of(const FileTable& table, std::string_view name);

// Whether ordinary older versions lack this column.
bool came_later(std::string_view column);

// The tables of an export that are read, under any of their names. Those after `export_info` are only read on
// first use (Profile::events).
enum class TableKind {
  kernel,
  memcpy,
  memset,
  graph_run,
  runtime_call,
  nvtx,
  string,
  process,
  thread_name,
  gpu,
  cuda_device,
  session_start,
  recording,
  export_info,

  capture_option,
  composite_event,
  cpu_page_fault,
  cublas_call,
  cuda_call_chain,
  cuda_context,
  cuda_event,
  cuda_overhead,
  cuda_stream,
  cudnn_call,
  diagnostic,
  enum_copy_kind,
  enum_diagnostic_severity,
  enum_diagnostic_source,
  enum_event_class,
  enum_launch_type,
  enum_memory_event,
  enum_memory_kind,
  enum_memory_pool_event,
  enum_memory_pool_kind,
  enum_migration_cause,
  enum_overhead_type,
  enum_page_fault_access,
  enum_stream_flag,
  enum_sync_kind,
  enum_thread_block,
  enum_thread_state,
  enum_unwind_method,
  generic_event,
  generic_source,
  generic_type,
  gpu_metric,
  gpu_metric_name,
  gpu_page_fault,
  graph,
  graph_node,
  memory_pool,
  memory_usage,
  mpi_collective,
  mpi_communicator,
  mpi_other,
  mpi_p2p,
  mpi_rank,
  mpi_start_wait,
  nvtx_schema,
  nvtx_schema_entry,
  nvtx_translation,
  os_call,
  os_call_chain,
  profiler_overhead,
  sample_chain,
  sched_event,
  synchronization,
  system_env
};
std::string_view name_of(TableKind family);

// The table of a kind: the newest of its versions (`NAME_V2`), otherwise an older name; null when there is
// none.
FileTable* find_table(std::vector<FileTable>& tables, TableKind family);
const FileTable* find_table(const std::vector<FileTable>& tables, TableKind family);
// The tables of payloads that an export makes of schemas: `DYNAMIC_NVTXPAYLOAD_DATATYPE_` with the process,
// the domain and the schema, each a number. Those of arrays have another name behind, and are not among them.
std::vector<const FileTable*> payload_tables(const std::vector<FileTable>& tables);
// Whether the table has payloads of NVTX events, of arrays too.
bool holds_payloads(const FileTable& table);
// Sets `read_as` of the tables that are read on first use.
void name_lazy_tables(std::vector<FileTable>& tables);

// The reason why an SQLite file is no Nsight export; empty when it is one.
std::optional<Error> not_an_export(const std::vector<FileTable>& tables, const std::string& path);

}  // namespace nsys_ai
