// Prepares, binds and steps a query, and collects its values.
#include "sql/query.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "base/context.h"
#include "sql/column_units.h"
#include "sql/query_error.h"
#include "sql/sql_text.h"
#include "sql/statement_values.h"
#include "sql/table.h"

namespace nsys_ai {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementPtr = std::unique_ptr<sqlite3_stmt, Finalize>;

struct Prepared {
  StatementPtr statement;  // null when the text holds no statement
  size_t end = 0;          // where the next statement begins
};

Result<Prepared> prepare_at(const Sandbox& sandbox, const Query& query, size_t begin) {
  sqlite3_stmt* statement = nullptr;
  const char* tail = nullptr;
  const std::string_view text = query.sql.substr(begin);
  const int code =
      sqlite3_prepare_v2(sandbox.connection(), text.data(), static_cast<int>(text.size()), &statement, &tail);
  // SQLite reports a plan with too many steps as SQLITE_NOMEM.
  const bool too_long = !sandbox.budget().refused() || sandbox.budget().exhausted();
  if (code == SQLITE_NOMEM && too_long && !sandbox.cancelled())
    return tl::unexpected(located_error(query.sql, query.file, begin,
                                        "The query takes too many steps for one statement.",
                                        "Ask for fewer columns, or in parts."));
  if (code != SQLITE_OK) return tl::unexpected(query_error(sandbox, code, query.sql, query.file));
  return Prepared{StatementPtr(statement), static_cast<size_t>(tail - query.sql.data())};
}

// Rejects texts that SQLite cannot take at all.
std::optional<Error> unfit_text(const Query& query) {
  constexpr size_t kMaxBytes = size_t{64} << 10;
  if (query.sql.empty()) return Error{ErrorCode::bad_request, "The query is empty.", "Write one SELECT."};
  if (query.sql.size() > kMaxBytes)
    return Error{ErrorCode::bad_request, "The query is longer than 64 KiB.", "Ask for less at once."};
  if (const size_t nul = query.sql.find('\0'); nul != std::string_view::npos)
    return located_error(query.sql, query.file, nul, "A query holds no NUL byte.");
  return std::nullopt;
}

// Whether only blanks, comments and semicolons follow. Text that cannot be prepared counts as something else.
bool is_last(const Sandbox& sandbox, const Query& query, size_t end) {
  while (end < query.sql.size()) {
    const auto more = prepare_at(sandbox, query, end);
    if (!more || more->statement) return false;
    if (more->end <= end) return true;
    end = more->end;
  }
  return true;
}

Result<StatementPtr> prepare(const Sandbox& sandbox, const Query& query) {
  if (auto unfit = unfit_text(query)) return tl::unexpected(std::move(*unfit));
  auto first = prepare_at(sandbox, query, 0);
  if (!first) return tl::unexpected(first.error());
  sqlite3_stmt* statement = first->statement.get();
  if (!statement)
    return tl::unexpected(
        located_error(query.sql, query.file, 0, "There is no statement.", "Write one SELECT."));
  if (!is_last(sandbox, query, first->end))
    return tl::unexpected(located_error(query.sql, query.file, first->end, "There is a second statement.",
                                        "A query is one SELECT."));
  // EXPLAIN QUERY PLAN is allowed, plain EXPLAIN is not: it shows addresses.
  if (sqlite3_stmt_isexplain(statement) == 1 || !sqlite3_stmt_readonly(statement) ||
      sqlite3_column_count(statement) == 0)
    return tl::unexpected(located_error(
        query.sql, query.file, 0, "A query may only read, and answers with rows.", "Write one SELECT."));
  return std::move(first->statement);
}

// The name of a parameter without its colon; empty for one without a name.
std::string parameter_name(sqlite3_stmt* statement, int at) {
  const char* name = sqlite3_bind_parameter_name(statement, at);
  return name && *name ? std::string(name + 1) : std::string();
}

Result<void> bind(const Sandbox& sandbox, sqlite3_stmt* statement, const Query& query) {
  for (int at = 1; at <= sqlite3_bind_parameter_count(statement); ++at) {
    const std::string name = parameter_name(statement, at);
    const auto value = query.bindings.find(name);
    if (value == query.bindings.end()) {
      const std::string shown = name.empty() ? "?" : ":" + name;
      return tl::unexpected(located_error(query.sql, query.file, place_of_parameter(query.sql, shown),
                                          fmt::format("The parameter {} has no value.", shown)));
    }
    if (const int code = bind_value(statement, at, value->second); code != SQLITE_OK)
      return tl::unexpected(query_error(sandbox, code, query.sql, query.file));
  }
  return {};
}

int64_t size_of(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return static_cast<int64_t>(sizeof(Value) + (text ? text->size() : 0));
}

std::vector<Column> columns_of(const Sandbox& sandbox, sqlite3_stmt* statement, std::string_view sql) {
  const auto kinds = column_kinds(sandbox, statement, sql);
  std::vector<Column> columns;
  std::set<std::string> taken;
  for (int at = 0; at < sqlite3_column_count(statement); ++at) {
    const char* name = sqlite3_column_name(statement, at);
    const std::string base = valid_text(name ? name : "");
    std::string unique = base;
    for (int n = 2; !taken.insert(unique).second; ++n) unique = fmt::format("{}_{}", base, n);
    const ColumnKind* kind = kinds[static_cast<size_t>(at)];
    columns.push_back({unique, kind ? kind->type : ValueType::text, kind ? kind->unit : Unit::none, {}});
  }
  return columns;
}

Result<QueryAnswer> gather(const Sandbox& sandbox, sqlite3_stmt* statement, const Query& query,
                           const QueryLimits& limits) {
  QueryAnswer answer;
  int64_t bytes = 0;
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    if (static_cast<int64_t>(answer.table.rows.size()) >= limits.rows) {
      answer.cut = Truncation::rows;
      break;
    }
    std::vector<Value> row;
    for (int at = 0; at < sqlite3_column_count(statement); ++at) {
      row.push_back(value_at(statement, at));
      bytes += size_of(row.back());
    }
    if (bytes > limits.bytes) {
      answer.cut = Truncation::bytes;
      break;
    }
    answer.table.rows.push_back(std::move(row));
  }
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    return tl::unexpected(query_error(sandbox, code, query.sql, query.file));
  answer.table.columns = columns_of(sandbox, statement, query.sql);
  set_types(answer.table);
  answer.notes = sandbox.view().notes();
  answer.recorded = sandbox.view().recorded();
  answer.window = sandbox.view().scope().holding(answer.recorded).bounds();
  return answer;
}

}  // namespace

Result<QueryAnswer> run_query(const Profile& profile, const Scope& scope, const Query& query,
                              const QueryLimits& limits, const Work& work) {
  const WorkScope working(work);
  SqlView view(profile, scope, work);
  const auto sandbox = Sandbox::open(view, limits, query.sql);
  if (!sandbox) return tl::unexpected(sandbox.error());
  const auto statement = prepare(**sandbox, query);
  if (!statement) return tl::unexpected(statement.error());
  if (const auto bound = bind(**sandbox, statement->get(), query); !bound)
    return tl::unexpected(bound.error());
  (*sandbox)->begin_run();
  return gather(**sandbox, statement->get(), query, limits);
}

Result<QueryShape> describe_query(std::string_view sql, std::string_view file) {
  ProfileData no_events;
  const Profile nothing(std::move(no_events));
  const Scope scope = Scope::whole(nothing);
  SqlView view(nothing, scope);
  const auto sandbox = Sandbox::open(view, {}, sql);
  if (!sandbox) return tl::unexpected(sandbox.error());
  const auto statement = prepare(**sandbox, {.sql = sql, .file = file});
  if (!statement) return tl::unexpected(statement.error());
  QueryShape shape;
  for (int at = 0; at < sqlite3_column_count(statement->get()); ++at)
    shape.columns.emplace_back(sqlite3_column_name(statement->get(), at));
  for (int at = 1; at <= sqlite3_bind_parameter_count(statement->get()); ++at)
    shape.parameters.push_back(parameter_name(statement->get(), at));
  return shape;
}

}  // namespace nsys_ai
