// What Nsight calls things, in every version: the only place that knows table and column names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"
#include "profile/sqlite.h"

namespace nsys_ai {

// The real tables of a file; views, virtual tables and SQLite's own are left out.
Result<std::vector<FileTable>> read_catalog(const Database& database);
// Views and virtual tables that have the name of a table this program reads. Only tools other than Nsight
// make them, and they are not read: what stands behind them is code of the file.
std::vector<std::string> read_impostors(const Database& database);

// The place of a column, whatever the case of its name; -1 when the table has none such.
int column_of(const FileTable& table, std::string_view name);

// Whether versions that lack this column are ordinary ones.
bool came_later(std::string_view column);

// The families of events and facts that are read, each with the names its table has had. Those after
// `export_info` stay in the file until somebody asks (Profile::family).
enum class Family {
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
  os_call,
  os_call_chain,
  profiler_overhead,
  sample_chain,
  sched_event,
  synchronization
};
std::string_view name_of(Family family);

// The table of a family: the newest of its versions (`NAME_V2`), else an older spelling; null when there is
// none.
FileTable* find_table(std::vector<FileTable>& tables, Family family);
const FileTable* find_table(const std::vector<FileTable>& tables, Family family);
// Writes into the tables of families that are read on first need which family each is.
void name_lazy_families(std::vector<FileTable>& tables);

// Why a file that is SQLite is no Nsight export, or nothing when it is one.
std::optional<Error> not_an_export(const std::vector<FileTable>& tables, const std::string& path);

}  // namespace nsys_ai
