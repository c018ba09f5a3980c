// Sets the restrictions of the sandbox.
#include "sql/sandbox.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/memory.h"
#include "sql/functions.h"
#include "sql/query_error.h"
#include "sql/table.h"
#include "sql/virtual_table.h"

namespace nsys_ai {
namespace {

// Steps of SQLite's virtual machine between two checks of the clock. Each step may call a function on the
// longest value.
constexpr int kStepsBetweenLooks = 100;

bool is_table(std::string_view name) {
  const auto tables = sql_tables();
  return std::any_of(tables.begin(), tables.end(), [&](const SqlTable& table) { return table.name == name; });
}

// SQLite asks about a common table expression (WITH n AS ...) as if it were a table when none of its columns
// is used.
bool may_be_named_part(std::string_view name, std::string_view column) {
  return column.empty() && !name.starts_with("sqlite_") && !name.starts_with("pragma_");
}

std::string_view word_of(int action) {
  switch (action) {
    case SQLITE_ATTACH:
      return "ATTACH";
    case SQLITE_DETACH:
      return "DETACH";
    case SQLITE_PRAGMA:
      return "PRAGMA";
    case SQLITE_TRANSACTION:
      return "BEGIN, COMMIT and ROLLBACK";
    case SQLITE_SAVEPOINT:
      return "SAVEPOINT";
    case SQLITE_ANALYZE:
      return "ANALYZE";
    case SQLITE_REINDEX:
      return "REINDEX";
    case SQLITE_DELETE:
      return "DELETE";
    case SQLITE_UPDATE:
      return "UPDATE";
    case SQLITE_INSERT:
      return "INSERT and CREATE";
    default:
      return "a statement that writes";
  }
}

void set_limits(sqlite3* connection) {
  constexpr std::pair<int, int> kLimits[] = {
      {SQLITE_LIMIT_LENGTH, 128 << 10},
      {SQLITE_LIMIT_SQL_LENGTH, 64 << 10},
      {SQLITE_LIMIT_COLUMN, 200},
      {SQLITE_LIMIT_EXPR_DEPTH, 100},
      {SQLITE_LIMIT_COMPOUND_SELECT, 50},
      // Bounds the steps between two checks of the clock in a program without loops: a few thousand.
      {SQLITE_LIMIT_VDBE_OP, 6000},
      {SQLITE_LIMIT_FUNCTION_ARG, 50},
      {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
      {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
      {SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (const auto& [limit, value] : kLimits) sqlite3_limit(connection, limit, value);
}

bool set_switches(sqlite3* connection) {
  constexpr std::pair<int, int> kSwitches[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
      // Treats "text" in double quotes as a misspelt column, not as a text.
      {SQLITE_DBCONFIG_DQS_DML, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},
  };
  return std::all_of(std::begin(kSwitches), std::end(kSwitches), [&](const auto& entry) {
    return sqlite3_db_config(connection, entry.first, entry.second, nullptr) == SQLITE_OK;
  });
}

// The remainder of the program's memory limit, if it has one; a plan and a few rows always have room.
int64_t memory_for_query(const QueryLimits& limits) {
  constexpr int64_t kLeast = 8 << 20;
  if (!memory_limit()) return limits.memory_bytes;
  return std::min(limits.memory_bytes, std::max(kLeast, memory_left()));
}

}  // namespace

Sandbox::Sandbox(SqlView& view, const QueryLimits& limits)
    : view_(view), budget_(view, memory_for_query(limits)), temp_(budget_) {
  view.set_deadline(std::chrono::steady_clock::now() + limits.time);
}

Sandbox::~Sandbox() { sqlite3_close(connection_); }

Result<std::unique_ptr<Sandbox>> Sandbox::open(SqlView& view, const QueryLimits& limits,
                                               std::string_view sql) {
  if (!QueryBudget::counts())
    return fail(ErrorCode::internal_error, "SQLite was in use before its memory could be counted.");
  std::unique_ptr<Sandbox> sandbox(new Sandbox(view, limits));
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  const int opened =
      sqlite3_open_v2(":memory:", &sandbox->connection_, kFlags, sandbox->temp_.vfs_name().c_str());
  if (opened == SQLITE_OK && sandbox->lock_down(sql)) return sandbox;
  return tl::unexpected(query_error(*sandbox, SQLITE_NOMEM, sql, {}));
}

bool Sandbox::lock_down(std::string_view sql) {
  set_limits(connection_);
  // Temporary files go to `temp_`, whatever SQLite's compile-time default is.
  if (sqlite3_exec(connection_, "PRAGMA temp_store = FILE", nullptr, nullptr, nullptr) != SQLITE_OK)
    return false;
  // Removes all of SQLite's built-in modules before adding ours: json_each, dbstat, full-text tables.
  if (sqlite3_drop_modules(connection_, nullptr) != SQLITE_OK) return false;
  if (!set_switches(connection_) || !add_bounded_functions(connection_, budget_) ||
      !add_tables(connection_, view_, sql))
    return false;
  sqlite3_progress_handler(connection_, kStepsBetweenLooks, look_up, this);
  return sqlite3_set_authorizer(connection_, authorize, this) == SQLITE_OK;
}

int Sandbox::look_up(void* self) { return static_cast<Sandbox*>(self)->view_.must_stop(); }

int Sandbox::authorize(void* self, int action, const char* first, const char* second, const char*,
                       const char*) {
  std::string& refused = static_cast<Sandbox*>(self)->refused_;
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      if (first && (is_table(first) || may_be_named_part(first, second ? second : ""))) return SQLITE_OK;
      refused = fmt::format("the table {}", first ? first : "without a name");
      return SQLITE_DENY;
    case SQLITE_FUNCTION:
      if (second && is_sql_function(second)) return SQLITE_OK;
      refused = fmt::format("the function {}", second ? second : "without a name");
      return SQLITE_DENY;
    default:
      refused = word_of(action);
      return SQLITE_DENY;
  }
}

}  // namespace nsys_ai
