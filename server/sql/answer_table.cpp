// Scans all rows in order; SQLite filters them.
#include "sql/answer_table.h"

#include <fmt/format.h>

#include <cmath>
#include <new>
#include <string>

#include "base/value.h"

namespace nsys_ai {
namespace {

struct AnswerTable : sqlite3_vtab {
  const AnswerRows* of = nullptr;
};

struct AnswerCursor : sqlite3_vtab_cursor {
  size_t row = 0;
};

const AnswerRows& rows_of(sqlite3_vtab_cursor* cursor) {
  return *static_cast<AnswerTable*>(cursor->pVtab)->of;
}

std::string_view declared(ValueType type) {
  switch (type) {
    case ValueType::integer:
      return "INTEGER";
    case ValueType::real:
      return "REAL";
    case ValueType::text:
      return "TEXT";
  }
  return "";
}

int connect_answer(sqlite3* connection, void* of, int, const char* const*, sqlite3_vtab** made, char**) try {
  const auto* rows = static_cast<const AnswerRows*>(of);
  std::string columns;
  for (const Column& column : rows->columns)
    columns += fmt::format("{}\"{}\" {}", columns.empty() ? "" : ", ", column.name, declared(column.type));
  if (const int code =
          sqlite3_declare_vtab(connection, fmt::format("CREATE TABLE answer ({})", columns).c_str());
      code != SQLITE_OK)
    return code;
  auto* answer = new (std::nothrow) AnswerTable;
  if (answer == nullptr) return SQLITE_NOMEM;
  answer->of = rows;
  *made = answer;
  return SQLITE_OK;
} catch (const std::bad_alloc&) {
  return SQLITE_NOMEM;
}

int disconnect_answer(sqlite3_vtab* table) {
  delete static_cast<AnswerTable*>(table);
  return SQLITE_OK;
}

int plan_answer(sqlite3_vtab* table, sqlite3_index_info* plan) {
  const auto rows = static_cast<AnswerTable*>(table)->of->rows.size();
  plan->estimatedRows = static_cast<sqlite3_int64>(rows);
  plan->estimatedCost = static_cast<double>(rows) + 1;
  return SQLITE_OK;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** made) {
  *made = new (std::nothrow) AnswerCursor;
  return *made != nullptr ? SQLITE_OK : SQLITE_NOMEM;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<AnswerCursor*>(cursor);
  return SQLITE_OK;
}

int first_row(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value**) {
  static_cast<AnswerCursor*>(cursor)->row = 0;
  return SQLITE_OK;
}

int next_row(sqlite3_vtab_cursor* cursor) {
  ++static_cast<AnswerCursor*>(cursor)->row;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* cursor) {
  return static_cast<AnswerCursor*>(cursor)->row >= rows_of(cursor).rows.size() ? 1 : 0;
}

// Gives a number the type of its column: an integer becomes a double in a column of fractions; a double
// without a fraction becomes an integer in a column of integers.
void give_number(sqlite3_context* context, double value, ValueType type) {
  constexpr double kWhole = 9007199254740992.0;  // 2^53: each integer up to it has an exact double
  if (type == ValueType::integer && std::abs(value) < kWhole && value == std::floor(value))
    sqlite3_result_int64(context, static_cast<int64_t>(value));
  else
    sqlite3_result_double(context, value);
}

int value_of_row(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int number) {
  const AnswerRows& of = rows_of(cursor);
  const auto at = static_cast<size_t>(number);
  const ValueView value = of.rows.cell(static_cast<AnswerCursor*>(cursor)->row, at);
  const ValueType type = of.columns[at].type;
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    if (type == ValueType::real)
      sqlite3_result_double(context, static_cast<double>(*integer));
    else
      sqlite3_result_int64(context, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    give_number(context, *real, type);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  } else {
    sqlite3_result_null(context);
  }
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(static_cast<AnswerCursor*>(cursor)->row);
  return SQLITE_OK;
}

}  // namespace

const sqlite3_module& answer_table_module() {
  static const sqlite3_module functions = [] {
    sqlite3_module module{};
    module.xConnect = connect_answer;
    module.xBestIndex = plan_answer;
    module.xDisconnect = disconnect_answer;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = first_row;
    module.xNext = next_row;
    module.xEof = at_end;
    module.xColumn = value_of_row;
    module.xRowid = row_id;
    return module;
  }();
  return functions;
}

}  // namespace nsys_ai
