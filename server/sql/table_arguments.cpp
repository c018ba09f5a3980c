// Reads arguments by the kinds of their parameters.
#include "sql/table_arguments.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <string>

#include "base/quantity.h"
#include "base/suggest.h"

namespace nsys_ai {
namespace {

// The length of an argument that a message repeats; an untrusted text may be long.
constexpr size_t kMaxShown = 40;

std::string_view text_of(sqlite3_value* value) {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value))) : "";
}

std::string shown(sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_BLOB) return "a blob";
  const bool is_text = sqlite3_value_type(value) == SQLITE_TEXT;
  const std::string_view text = text_of(value);
  std::string part(text.substr(0, kMaxShown));
  // Avoids cutting inside a character.
  while (part.size() < text.size() && !part.empty() &&
         (static_cast<unsigned char>(text[part.size()]) & 0xC0) == 0x80)
    part.pop_back();
  return fmt::format("{}{}{}{}", is_text ? "'" : "", part, part.size() < text.size() ? "…" : "",
                     is_text ? "'" : "");
}

// Returns nullopt when the value does not have this kind.
std::optional<Value> duration(sqlite3_value* value) {
  std::optional<int64_t> ns;
  if (sqlite3_value_type(value) == SQLITE_INTEGER) ns = sqlite3_value_int64(value);
  if (sqlite3_value_type(value) == SQLITE_TEXT) ns = parse_duration(text_of(value));
  if (!ns || *ns < 0) return std::nullopt;
  return *ns;
}

std::optional<Value> integer(sqlite3_value* value) {
  if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_value_int64(value);
}

std::optional<Value> text(const SqlParam& param, sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_TEXT) return std::nullopt;
  const std::string_view word = text_of(value);
  if (!param.choices.empty() &&
      std::find(param.choices.begin(), param.choices.end(), word) == param.choices.end())
    return std::nullopt;
  return std::string(word);
}

std::string what_is_taken(const SqlParam& param) {
  if (param.kind == "DURATION") return "a duration from 0 up, such as '1ms' or whole nanoseconds";
  if (param.kind == "INTEGER") return "a whole number";
  if (param.choices.empty()) return "a text";
  std::vector<std::string> words;
  for (const std::string_view word : param.choices) words.push_back(fmt::format("'{}'", word));
  return either(words);
}

}  // namespace

Value default_of(const SqlParam& param) {
  if (param.kind == "STRING") return std::string(param.otherwise);
  if (param.otherwise.empty()) return {};
  return parse_duration(param.otherwise).value_or(0);
}

Result<SqlArguments> read_arguments(const SqlTable& table, std::span<sqlite3_value* const> given) {
  SqlArguments arguments;
  for (size_t at = 0; at < table.params.size(); ++at) {
    const SqlParam& param = table.params[at];
    if (!given[at] || sqlite3_value_type(given[at]) == SQLITE_NULL) {
      arguments.push_back(default_of(param));
      continue;
    }
    auto value = param.kind == "DURATION"  ? duration(given[at])
                 : param.kind == "INTEGER" ? integer(given[at])
                                           : text(param, given[at]);
    if (!value)
      return fail(ErrorCode::bad_request, fmt::format("The parameter {} of {} is {}, not {}.", param.name,
                                                      table.name, what_is_taken(param), shown(given[at])));
    arguments.push_back(std::move(*value));
  }
  return arguments;
}

}  // namespace nsys_ai
