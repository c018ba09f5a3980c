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

// The families of events that are read, each with the names its table has had.
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
  export_info
};
std::string_view name_of(Family family);

// The table of a family: the newest of its versions (`NAME_V2`), else an older spelling; null when there is
// none.
FileTable* find_table(std::vector<FileTable>& tables, Family family);

// Why a file that is SQLite is no Nsight export, or nothing when it is one.
std::optional<Error> not_an_export(const std::vector<FileTable>& tables, const std::string& path);

}  // namespace nsys_ai
