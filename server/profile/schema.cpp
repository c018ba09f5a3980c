// Table names of Nsight Systems 2020 to 2026, and of what people mistake for its exports.
#include "profile/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace nsys_ai {
namespace {

struct FamilyNames {
  Family family;
  std::string_view name;
  std::array<std::string_view, 2> tables;  // the current name first
};

constexpr std::array kFamilies = {
    FamilyNames{
        Family::kernel, "kernel", {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"}},
    FamilyNames{Family::memcpy, "memcpy", {"CUPTI_ACTIVITY_KIND_MEMCPY", ""}},
    FamilyNames{Family::memset, "memset", {"CUPTI_ACTIVITY_KIND_MEMSET", ""}},
    FamilyNames{Family::graph_run, "graph_run", {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", ""}},
    FamilyNames{Family::runtime_call, "runtime_call", {"CUPTI_ACTIVITY_KIND_RUNTIME", ""}},
    FamilyNames{Family::nvtx, "nvtx", {"NVTX_EVENTS", ""}},
    FamilyNames{Family::string, "names", {"StringIds", ""}},
    FamilyNames{Family::process, "process", {"PROCESSES", ""}},
    FamilyNames{Family::thread_name, "thread", {"ThreadNames", ""}},
    FamilyNames{Family::gpu, "gpu", {"TARGET_INFO_GPU", ""}},
    FamilyNames{Family::cuda_device, "gpu", {"TARGET_INFO_CUDA_DEVICE", ""}},
    FamilyNames{Family::session_start, "info", {"TARGET_INFO_SESSION_START_TIME", ""}},
    FamilyNames{Family::recording, "info", {"ANALYSIS_DETAILS", ""}},
    FamilyNames{Family::export_info, "info", {"META_DATA_EXPORT", "EXPORT_META_DATA"}},
};

const FamilyNames& names_of(Family family) {
  return *std::find_if(kFamilies.begin(), kFamilies.end(),
                       [&](const FamilyNames& names) { return names.family == family; });
}

// 1 for NAME itself, n for NAME_Vn, 0 when it is another table.
int version_of(std::string_view table, std::string_view name) {
  if (table == name) return 1;
  if (!table.starts_with(name) || !table.substr(name.size()).starts_with("_V")) return 0;
  const std::string_view digits = table.substr(name.size() + 2);
  int version = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  return code == std::errc() && end == digits.data() + digits.size() ? version : 0;
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
    // Only the exact word makes a key another name of the row id; INT does not.
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

std::string_view name_of(Family family) { return names_of(family).name; }

Result<std::vector<FileTable>> read_catalog(const Database& database) {
  // A virtual table has no root page of its own, and so no place in a real export.
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

std::vector<std::string> read_impostors(const Database& database) {
  std::vector<std::string> impostors;
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
    if (known) impostors.push_back(name);
  }
  return impostors;
}

FileTable* find_table(std::vector<FileTable>& tables, Family family) {
  for (const std::string_view name : names_of(family).tables) {
    if (name.empty()) continue;
    FileTable* best = nullptr;
    int best_version = 0;
    for (FileTable& table : tables) {
      const int version = version_of(table.name, name);
      if (version > best_version) {
        best_version = version;
        best = &table;
      }
    }
    if (best != nullptr) return best;
  }
  return nullptr;
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
