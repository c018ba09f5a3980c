// Table names of Nsight Systems 2020 to 2026, and of files that users mistake for its exports.
#include "profile/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace nsys_ai {
namespace {

struct FamilyNames {
  TableKind family;
  std::string_view name;
  std::array<std::string_view, 2> tables;  // the current name first
  std::string_view column = {};            // a required column, where the table name has had two meanings
  bool is_lazy = false;
};

constexpr FamilyNames lazy(TableKind family, std::string_view name, std::string_view table,
                           std::string_view older = {}, std::string_view column = {}) {
  return {family, name, {table, older}, column, true};
}

constexpr std::array kFamilies = {
    FamilyNames{
        TableKind::kernel, "kernel", {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"}},
    FamilyNames{TableKind::memcpy, "memcpy", {"CUPTI_ACTIVITY_KIND_MEMCPY", ""}},
    FamilyNames{TableKind::memset, "memset", {"CUPTI_ACTIVITY_KIND_MEMSET", ""}},
    FamilyNames{TableKind::graph_run, "graph_run", {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", ""}},
    FamilyNames{TableKind::runtime_call, "runtime_call", {"CUPTI_ACTIVITY_KIND_RUNTIME", ""}},
    FamilyNames{TableKind::nvtx, "nvtx", {"NVTX_EVENTS", ""}},
    FamilyNames{TableKind::string, "names", {"StringIds", ""}},
    FamilyNames{TableKind::process, "process", {"PROCESSES", ""}},
    FamilyNames{TableKind::thread_name, "thread", {"ThreadNames", ""}},
    FamilyNames{TableKind::gpu, "gpu", {"TARGET_INFO_GPU", ""}},
    FamilyNames{TableKind::cuda_device, "gpu", {"TARGET_INFO_CUDA_DEVICE", ""}},
    FamilyNames{TableKind::session_start, "info", {"TARGET_INFO_SESSION_START_TIME", ""}},
    FamilyNames{TableKind::recording, "info", {"ANALYSIS_DETAILS", ""}},
    FamilyNames{TableKind::export_info, "info", {"META_DATA_EXPORT", "EXPORT_META_DATA"}},

    lazy(TableKind::capture_option, "capture_option", "META_DATA_CAPTURE"),
    lazy(TableKind::composite_event, "cpu_sample", "COMPOSITE_EVENTS"),
    lazy(TableKind::cpu_page_fault, "page_fault", "CUDA_UM_CPU_PAGE_FAULT_EVENTS"),
    lazy(TableKind::cublas_call, "library_call", "CUBLAS_EVENTS"),
    lazy(TableKind::cuda_call_chain, "call_chain", "CUDA_CALLCHAINS"),
    lazy(TableKind::cuda_context, "context", "TARGET_INFO_CUDA_CONTEXT_INFO", "TARGET_INFO_CUDA_NULL_STREAM"),
    lazy(TableKind::cuda_event, "cuda_event", "CUPTI_ACTIVITY_KIND_CUDA_EVENT"),
    lazy(TableKind::cuda_overhead, "overhead", "CUPTI_ACTIVITY_KIND_OVERHEAD"),
    lazy(TableKind::cuda_stream, "stream", "TARGET_INFO_CUDA_STREAM"),
    lazy(TableKind::cudnn_call, "library_call", "CUDNN_EVENTS"),
    lazy(TableKind::diagnostic, "diagnostic", "DIAGNOSTIC_EVENT"),
    lazy(TableKind::enum_copy_kind, "enum", "ENUM_CUDA_MEMCPY_OPER"),
    lazy(TableKind::enum_diagnostic_severity, "enum", "ENUM_DIAGNOSTIC_SEVERITY_LEVEL"),
    lazy(TableKind::enum_diagnostic_source, "enum", "ENUM_DIAGNOSTIC_SOURCE_TYPE"),
    lazy(TableKind::enum_event_class, "enum", "ENUM_NSYS_EVENT_CLASS"),
    lazy(TableKind::enum_launch_type, "enum", "ENUM_CUDA_KERNEL_LAUNCH_TYPE", "ENUM_CUDA_KRENEL_LAUNCH_TYPE"),
    lazy(TableKind::enum_memory_event, "enum", "ENUM_CUDA_DEV_MEM_EVENT_OPER"),
    lazy(TableKind::enum_memory_kind, "enum", "ENUM_CUDA_MEM_KIND"),
    lazy(TableKind::enum_memory_pool_event, "enum", "ENUM_CUDA_MEMPOOL_OPER"),
    lazy(TableKind::enum_memory_pool_kind, "enum", "ENUM_CUDA_MEMPOOL_TYPE"),
    lazy(TableKind::enum_migration_cause, "enum", "ENUM_CUDA_UNIF_MEM_MIGRATION"),
    lazy(TableKind::enum_overhead_type, "enum", "ENUM_CUPTI_OVERHEAD_TYPE"),
    lazy(TableKind::enum_page_fault_access, "enum", "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE"),
    lazy(TableKind::enum_stream_flag, "enum", "ENUM_CUPTI_STREAM_TYPE"),
    lazy(TableKind::enum_sync_kind, "enum", "ENUM_CUPTI_SYNC_TYPE"),
    lazy(TableKind::enum_thread_block, "enum", "ENUM_SCHEDULING_THREAD_BLOCK"),
    lazy(TableKind::enum_thread_state, "enum", "ENUM_SAMPLING_THREAD_STATE"),
    lazy(TableKind::enum_unwind_method, "enum", "ENUM_STACK_UNWIND_METHOD"),
    lazy(TableKind::generic_event, "gpu_metric", "GENERIC_EVENTS"),
    lazy(TableKind::generic_source, "gpu_metric", "GENERIC_EVENT_SOURCES"),
    lazy(TableKind::generic_type, "gpu_metric", "GENERIC_EVENT_TYPES"),
    lazy(TableKind::gpu_metric, "gpu_metric", "GPU_METRICS"),
    lazy(TableKind::gpu_metric_name, "gpu_metric", "TARGET_INFO_GPU_METRICS"),
    lazy(TableKind::gpu_page_fault, "page_fault", "CUDA_UM_GPU_PAGE_FAULT_EVENTS"),
    lazy(TableKind::graph, "graph", "CUDA_GRAPH_EVENTS", {}, "graphId"),
    lazy(TableKind::graph_node, "graph_node", "CUDA_GRAPH_NODE_EVENTS", "CUDA_GRAPH_EVENTS", "graphNodeId"),
    lazy(TableKind::memory_pool, "memory_pool", "CUDA_GPU_MEMORY_POOL_EVENTS"),
    lazy(TableKind::memory_usage, "memory_usage", "CUDA_GPU_MEMORY_USAGE_EVENTS"),
    lazy(TableKind::mpi_collective, "mpi_call", "MPI_COLLECTIVES_EVENTS"),
    lazy(TableKind::mpi_communicator, "mpi_call", "MPI_COMMUNICATORS"),
    lazy(TableKind::mpi_other, "mpi_call", "MPI_OTHER_EVENTS"),
    lazy(TableKind::mpi_p2p, "mpi_call", "MPI_P2P_EVENTS"),
    lazy(TableKind::mpi_rank, "mpi_call", "MPI_RANKS"),
    lazy(TableKind::mpi_start_wait, "mpi_call", "MPI_START_WAIT_EVENTS"),
    lazy(TableKind::nvtx_schema, "nvtx_schema", "NVTX_PAYLOAD_SCHEMAS"),
    lazy(TableKind::nvtx_schema_entry, "nvtx_schema", "NVTX_PAYLOAD_SCHEMA_ENTRIES"),
    lazy(TableKind::nvtx_translation, "nvtx_payload", "NVTX_EXPORT_TRANSLATION"),
    lazy(TableKind::os_call, "os_call", "OSRT_API"),
    lazy(TableKind::os_call_chain, "call_chain", "OSRT_CALLCHAINS"),
    lazy(TableKind::profiler_overhead, "overhead", "PROFILER_OVERHEAD"),
    lazy(TableKind::sample_chain, "call_chain", "SAMPLING_CALLCHAINS"),
    lazy(TableKind::sched_event, "sched_event", "SCHED_EVENTS"),
    lazy(TableKind::synchronization, "sync", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION"),
    lazy(TableKind::system_env, "info", "TARGET_INFO_SYSTEM_ENV"),
};

const FamilyNames& names_of(TableKind family) {
  return *std::find_if(kFamilies.begin(), kFamilies.end(),
                       [&](const FamilyNames& names) { return names.family == family; });
}

// 1 for NAME itself, n for NAME_Vn, 0 for another table.
int version_of(std::string_view table, std::string_view name) {
  if (table == name) return 1;
  if (!table.starts_with(name) || !table.substr(name.size()).starts_with("_V")) return 0;
  const std::string_view digits = table.substr(name.size() + 2);
  int version = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  return code == std::errc() && end == digits.data() + digits.size() ? version : 0;
}

constexpr std::string_view kPayloadTable = "DYNAMIC_NVTXPAYLOAD_DATATYPE_";

bool is_payload_table(std::string_view table) {
  constexpr int kNumbers = 3;
  if (!table.starts_with(kPayloadTable)) return false;
  const char* at = table.data() + kPayloadTable.size();
  const char* const end = table.data() + table.size();
  for (int i = 0; i < kNumbers; ++i) {
    if (i > 0 && (at == end || *at++ != '_')) return false;
    int64_t number = 0;
    const auto [next, code] = std::from_chars(at, end, number);
    if (code != std::errc()) return false;
    at = next;
  }
  return at == end;
}

bool any_starts_with(const std::vector<FileTable>& tables, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(tables.begin(), tables.end(), [&](const FileTable& table) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return table.name.starts_with(prefix); });
  });
}

bool has_named(const std::vector<FileTable>& tables, std::string_view name) {
  return std::any_of(tables.begin(), tables.end(), [&](const FileTable& t) { return t.name == name; });
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

void read_columns(const Database& database, FileTable& table) {
  enum : int { kCid, kName, kType, kNotNull, kDefault, kPrimaryKey, kHidden };
  auto columns = database.prepare("PRAGMA table_xinfo(" + sql_name(table.name) + ")");
  if (!columns) return;
  int keys = 0;
  while (columns->next()) {
    table.columns.emplace_back(columns->text(kName).value_or(""));
    table.types.emplace_back(columns->text(kType).value_or(""));
    if (columns->integer(kHidden).value_or(0) != 0 || !columns->is_null(kDefault))
      table.plain_columns = false;
    if (columns->integer(kPrimaryKey).value_or(0) == 0) continue;
    ++keys;
    // Only the exact word makes a key an alias of the row id; INT does not.
    if (same_name(table.types.back(), "INTEGER"))
      table.row_id_column = static_cast<int>(table.columns.size()) - 1;
  }
  if (keys > 1) table.row_id_column = -1;
}

}  // namespace

bool came_later(std::string_view column) {
  constexpr std::array<std::string_view, 4> kLater = {"copyCount", "graphId", "graphNodeId", "mangledName"};
  return std::find(kLater.begin(), kLater.end(), column) != kLater.end();
}

int column_of(const FileTable& table, std::string_view name) {
  for (size_t i = 0; i < table.columns.size(); ++i)
    if (same_name(table.columns[i], name)) return static_cast<int>(i);
  return -1;
}

std::string_view name_of(TableKind family) { return names_of(family).name; }

Result<std::vector<FileTable>> read_catalog(const Database& database) {
  // A virtual table has no root page, and therefore never occurs in a real export.
  auto listing = database.prepare(
      "SELECT name, rootpage FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE "
      "'sqlite\\_%' "
      "ESCAPE '\\' ORDER BY name");
  if (!listing) return tl::unexpected(listing.error());
  std::vector<FileTable> tables;
  while (listing->next()) {
    FileTable table;
    table.name = std::string(listing->text(0).value_or(""));
    table.root_page =
        static_cast<uint32_t>(std::clamp<int64_t>(listing->integer(1).value_or(0), 0, UINT32_MAX));
    tables.push_back(std::move(table));
  }
  if (!listing->failed().empty()) return fail(ErrorCode::cannot_do, listing->failed());
  for (FileTable& table : tables) {
    read_columns(database, table);
  }
  return tables;
}

std::vector<std::string> read_masquerading_tables(const Database& database) {
  std::vector<std::string> masquerading;
  auto listing = database.prepare(
      "SELECT name, rootpage FROM sqlite_master WHERE type = 'view' OR (type = 'table' AND rootpage = 0) "
      "ORDER BY "
      "name");
  while (listing && listing->next()) {
    const std::string name(listing->text(0).value_or(""));
    const bool known = std::any_of(kFamilies.begin(), kFamilies.end(), [&](const FamilyNames& names) {
      return version_of(name, names.tables[0]) > 0 ||
             (!names.tables[1].empty() && version_of(name, names.tables[1]) > 0);
    });
    if (known) masquerading.push_back(name);
  }
  return masquerading;
}

const FileTable* find_table(const std::vector<FileTable>& tables, TableKind family) {
  const FamilyNames& names = names_of(family);
  for (const std::string_view name : names.tables) {
    if (name.empty()) continue;
    const FileTable* best = nullptr;
    int best_version = 0;
    for (const FileTable& table : tables) {
      const int version = version_of(table.name, name);
      if (version <= best_version) continue;
      if (!names.column.empty() && column_of(table, names.column) < 0) continue;
      best_version = version;
      best = &table;
    }
    if (best != nullptr) return best;
  }
  return nullptr;
}

FileTable* find_table(std::vector<FileTable>& tables, TableKind family) {
  return const_cast<FileTable*>(find_table(std::as_const(tables), family));
}

std::vector<const FileTable*> payload_tables(const std::vector<FileTable>& tables) {
  std::vector<const FileTable*> found;
  for (const FileTable& table : tables)
    if (is_payload_table(table.name)) found.push_back(&table);
  return found;
}

bool holds_payloads(const FileTable& table) { return table.name.starts_with(kPayloadTable); }

void name_lazy_tables(std::vector<FileTable>& tables) {
  for (FileTable& table : tables)
    if (is_payload_table(table.name)) table.read_as = "nvtx_payload";
  for (const FamilyNames& names : kFamilies) {
    FileTable* table = names.is_lazy ? find_table(tables, names.family) : nullptr;
    if (table != nullptr) table->read_as = std::string(names.name);
  }
}

std::optional<Error> not_an_export(const std::vector<FileTable>& tables, const std::string& path) {
  const auto refuse = [](std::string message, std::string hint) {
    return Error{ErrorCode::cannot_do, std::move(message), std::move(hint)};
  };
  if (tables.empty())
    return refuse(fmt::format("{} is an SQLite file without any table.", path),
                  "If it came from `nsys export`, the export was interrupted: export the report again.");
  if (has_named(tables, "StringTable") && any_starts_with(tables, {"CUPTI_ACTIVITY_KIND_"}))
    return refuse(
        fmt::format("{} is a database of nvprof, not of Nsight Systems.", path),
        "Capture the program again with `nsys profile` and export it with `nsys export --type sqlite`.");
  if (any_starts_with(tables,
                      {"CUPTI_ACTIVITY_KIND_", "NVTX_EVENTS", "OSRT_API", "TARGET_INFO_", "META_DATA_",
                       "EXPORT_META_DATA", "SCHED_EVENTS", "COMPOSITE_EVENTS", "GPU_METRICS"}))
    return std::nullopt;
  if (has_named(tables, "StringIds") && has_named(tables, "ProcessStreams"))
    return refuse(
        fmt::format("{} is the beginning of an export that was interrupted: it holds names and no events.",
                    path),
        "Export the report again with `nsys export --type sqlite` and let it finish.");
  return refuse(
      fmt::format("{} is an SQLite file, but not an export of Nsight Systems: it has none of its tables.",
                  path),
      "Give a file made by `nsys export --type sqlite REPORT.nsys-rep`.");
}

}  // namespace nsys_ai
