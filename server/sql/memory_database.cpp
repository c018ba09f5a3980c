// A private connection to an in-memory database.
#include "sql/memory_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/context.h"
#include "sql/answer_table.h"
#include "sql/functions.h"
#include "sql/sql_view.h"
#include "sql/statement_values.h"

namespace nsys_ai {
namespace {

struct FinalizeCatalog {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using CatalogStatementPtr = std::unique_ptr<sqlite3_stmt, FinalizeCatalog>;

CatalogStatementPtr prepared(sqlite3* connection, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  return CatalogStatementPtr(statement);
}

// Exceptions must not pass through SQLite: the statement ends, and `MemoryDatabase::failure` throws.
int is_cancelled(void*) {
  const WorkScope* scope = Context::current().work;
  return scope != nullptr && scope->cancelled() ? 1 : 0;
}

}  // namespace

Result<std::unique_ptr<MemoryDatabase>> MemoryDatabase::make() {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(":memory:", &connection,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  std::unique_ptr<MemoryDatabase> base(new MemoryDatabase(connection));
  if (code != SQLITE_OK) return tl::unexpected(base->failure());
  constexpr int kStepsBetweenLooks = 10'000;
  sqlite3_progress_handler(connection, kStepsBetweenLooks, is_cancelled, nullptr);
  // Sorters stay in memory, like the tables.
  if (sqlite3_exec(connection, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr) != SQLITE_OK)
    return tl::unexpected(base->failure());
  return base;
}

void MemoryDatabase::lock_down(SqlView& view) {
  constexpr int kStepsBetweenLooks = 100;
  constexpr int kLongestValue = 128 << 10;
  view_ = &view;
  // These statements are trusted: they make SQLite declare the tables before the authorizer denies it.
  for (const auto& [name, rows] : tables_)
    sqlite3_exec(connection_, fmt::format("SELECT 0 FROM \"{}\" LIMIT 0", name).c_str(), nullptr, nullptr,
                 nullptr);
  sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(connection_, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_progress_handler(
      connection_, kStepsBetweenLooks,
      [](void* of) { return static_cast<SqlView*>(of)->must_stop() ? 1 : 0; }, &view);
  sqlite3_set_authorizer(connection_, allows, nullptr);
}

int MemoryDatabase::allows(void*, int action, const char* first, const char* second, const char*,
                           const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      return first != nullptr && std::string_view(first).starts_with("sqlite_") ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_FUNCTION:
      return second != nullptr && is_sql_function(second) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

MemoryDatabase::~MemoryDatabase() { sqlite3_close(connection_); }

Error MemoryDatabase::failure() const {
  check_cancelled();
  if (view_ != nullptr && view_->out_of_time())
    return {ErrorCode::cannot_do, "Its SQL takes longer than it may.", ""};
  if (sqlite3_errcode(connection_) == SQLITE_NOMEM)
    return {ErrorCode::cannot_do, "There is not enough memory for it.", ""};
  return {ErrorCode::internal_error, fmt::format("SQLite says: {}.", sqlite3_errmsg(connection_)), ""};
}

Result<void> MemoryDatabase::add(const std::string& name, const std::vector<Column>& columns,
                                 const RowSet& rows) {
  const auto [table, is_new] = tables_.try_emplace(name, AnswerRows{columns, rows});
  if (!is_new) return fail(ErrorCode::internal_error, fmt::format("There are two tables {}.", name));
  // A module without xCreate provides a single table of its own name.
  if (sqlite3_create_module(connection_, name.c_str(), &answer_table_module(), &table->second) != SQLITE_OK)
    return tl::unexpected(failure());
  return {};
}

Result<void> MemoryDatabase::define(std::string_view sql) {
  const CatalogStatementPtr statement = prepared(connection_, sql);
  if (!statement) return tl::unexpected(failure());
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
  }
  if (code != SQLITE_DONE) return tl::unexpected(failure());
  return {};
}

Result<Table> MemoryDatabase::select(std::string_view sql) const {
  const CatalogStatementPtr statement = prepared(connection_, sql);
  if (!statement) return tl::unexpected(failure());
  Table table;
  const int columns = sqlite3_column_count(statement.get());
  for (int at = 0; at < columns; ++at)
    table.columns.push_back({sqlite3_column_name(statement.get(), at), ValueType::text, Unit::none, {}});
  int code = SQLITE_OK;
  constexpr size_t kMostRows = 1000;
  while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
    if (view_ != nullptr && table.rows.size() == kMostRows) break;
    std::vector<Value> row;
    row.reserve(table.columns.size());
    for (int at = 0; at < columns; ++at) row.push_back(value_at(statement.get(), at));
    table.rows.push_back(std::move(row));
  }
  if (code != SQLITE_DONE && code != SQLITE_ROW) return tl::unexpected(failure());
  set_types(table);
  return table;
}

}  // namespace nsys_ai
