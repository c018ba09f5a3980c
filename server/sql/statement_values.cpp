// Converts between table values and SQLite values.
#include "sql/statement_values.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <string>

#include "profile/names.h"

namespace nsys_ai {
namespace {

ValueType type_of(const Value& value) {
  if (std::holds_alternative<int64_t>(value)) return ValueType::integer;
  return std::holds_alternative<double>(value) ? ValueType::real : ValueType::text;
}

void convert(Value& value, ValueType type) {
  const auto* integer = std::get_if<int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  if (type == ValueType::real && integer)
    value = static_cast<double>(*integer);
  else if (type == ValueType::text && integer)
    value = fmt::format("{}", *integer);
  else if (type == ValueType::text && real)
    value = fmt::format("{}", *real);
}

}  // namespace

int bind_value(sqlite3_stmt* statement, int at, const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return sqlite3_bind_int64(statement, at, *integer);
  if (const auto* real = std::get_if<double>(&value)) return sqlite3_bind_double(statement, at, *real);
  if (const auto* text = std::get_if<std::string>(&value))
    return sqlite3_bind_text(statement, at, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
  return sqlite3_bind_null(statement, at);
}

std::string valid_text(std::string_view text) {
  const auto odd = [](char c) { return c == '\0' || static_cast<unsigned char>(c) >= 0x80; };
  if (std::none_of(text.begin(), text.end(), odd)) return std::string(text);
  Names repair;
  return std::string(repair.text(repair.intern(text)));
}

Value value_at(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
      return {};
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    default:
      break;
  }
  const bool is_blob = sqlite3_column_type(statement, column) == SQLITE_BLOB;
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const std::string_view text(bytes ? bytes : "",
                              static_cast<size_t>(sqlite3_column_bytes(statement, column)));
  if (!is_blob) return valid_text(text);
  std::string hex;
  for (const char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

void set_types(Table& table) {
  for (size_t at = 0; at < table.columns.size(); ++at) {
    std::optional<ValueType> widest;
    for (const auto& row : table.rows)
      if (!std::holds_alternative<std::monostate>(row[at]))
        widest = std::max(widest.value_or(ValueType::integer), type_of(row[at]));
    if (!widest) continue;
    if ((*widest == ValueType::text) != (table.columns[at].type == ValueType::text))
      table.columns[at].unit = Unit::none;
    table.columns[at].type = *widest;
    for (auto& row : table.rows) convert(row[at], *widest);
  }
}

}  // namespace nsys_ai
