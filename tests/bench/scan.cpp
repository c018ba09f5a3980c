// sqlite3_step over the columns that the loader reads, and nothing else.
#include "tests/bench/scan.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace nsys_ai::bench {
namespace {

struct Wanted {
  const char *what, *table;
  std::vector<std::string> columns;  // the first two are the start and the end, but of strings
};

// As server/profile reads them.
const std::vector<Wanted>& wanted() {
  static const std::vector<Wanted> all = {
      {"kernels",
       "CUPTI_ACTIVITY_KIND_KERNEL",
       {"start",
        "end",
        "rowid",
        "deviceId",
        "contextId",
        "streamId",
        "correlationId",
        "globalPid",
        "demangledName",
        "shortName",
        "mangledName",
        "gridX",
        "gridY",
        "gridZ",
        "blockX",
        "blockY",
        "blockZ",
        "registersPerThread",
        "staticSharedMemory",
        "dynamicSharedMemory"}},
      {"calls",
       "CUPTI_ACTIVITY_KIND_RUNTIME",
       {"start", "end", "rowid", "globalTid", "correlationId", "nameId", "eventClass", "returnValue"}},
      {"NVTX",
       "NVTX_EVENTS",
       {"start", "end", "rowid", "eventType", "globalTid", "endGlobalTid", "text", "textId", "domainId"}},
      {"copies",
       "CUPTI_ACTIVITY_KIND_MEMCPY",
       {"start", "end", "rowid", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "bytes",
        "copyKind", "srcKind", "dstKind"}},
      {"memsets",
       "CUPTI_ACTIVITY_KIND_MEMSET",
       {"start", "end", "rowid", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "bytes",
        "value", "memKind"}},
      {"strings", "StringIds", {"id", "value"}}};
  return all;
}

using Handle = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;
using Statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

Handle open(const std::string& path) {
  sqlite3* raw = nullptr;
  const int state = sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Handle handle(raw, sqlite3_close);
  if (state != SQLITE_OK)
    throw std::runtime_error(path + ": " + (raw ? sqlite3_errmsg(raw) : "out of memory"));
  return handle;
}

Statement prepare(sqlite3* handle, const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &raw, nullptr) != SQLITE_OK)
    throw std::runtime_error(sqlite3_errmsg(handle));
  return {raw, sqlite3_finalize};
}

// Those of the columns that this version of the table has; none when there is no such table.
std::string present_columns(sqlite3* handle, const Wanted& table) {
  std::vector<std::string> present;
  const Statement info = prepare(handle, std::string("PRAGMA table_info(") + table.table + ")");
  while (sqlite3_step(info.get()) == SQLITE_ROW)
    present.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(info.get(), 1)));
  if (present.empty()) return {};
  present.emplace_back("rowid");
  std::string list;
  for (const std::string& column : table.columns)
    if (std::find(present.begin(), present.end(), column) != present.end())
      list += (list.empty() ? "\"" : ", \"") + column + "\"";
  return list;
}

// Keeps what is read from being optimised away.
volatile int64_t sink = 0;

void scan_table(sqlite3* handle, const std::string& table, const std::string& columns, Scan& scan) {
  const Statement rows = prepare(handle, "SELECT " + columns + " FROM " + table);
  sqlite3_stmt* row = rows.get();
  const int count = sqlite3_column_count(row);
  int text_column = -1;
  for (int column = 0; column < count; ++column)
    if (const std::string_view name = sqlite3_column_name(row, column); name == "text" || name == "value")
      text_column = column;
  const bool times = std::string_view(sqlite3_column_name(row, 0)) == "start";
  int64_t sum = 0;
  int state = SQLITE_ROW;
  while ((state = sqlite3_step(row)) == SQLITE_ROW) {
    ++scan.rows;
    if (times) {
      const int64_t start = sqlite3_column_int64(row, 0), end = sqlite3_column_int64(row, 1);
      scan.length_ns += end > start ? end - start : 0;
    }
    for (int column = times ? 2 : 0; column < count; ++column)
      if (column != text_column)
        sum += sqlite3_column_int64(row, column);
      else if (sqlite3_column_text(row, column) != nullptr)
        sum += sqlite3_column_bytes(row, column);
  }
  if (state != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle));
  sink = sink + sum;
}

double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

std::vector<Scan> scan_events(const std::string& path) {
  using Clock = std::chrono::steady_clock;
  const Handle handle = open(path);
  std::vector<Scan> scans;
  for (const Wanted& table : wanted()) {
    Scan scan{.what = table.what};
    const std::string columns = present_columns(handle.get(), table);
    const auto start = Clock::now();
    const double processor_start = thread_ms();
    if (!columns.empty()) scan_table(handle.get(), table.table, columns, scan);
    scan.processor_ms = thread_ms() - processor_start;
    scan.ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    scans.push_back(scan);
  }
  return scans;
}

}  // namespace nsys_ai::bench
