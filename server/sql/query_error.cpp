// Messages for failed queries.
#include "sql/query_error.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/quotation.h"
#include "sql/table.h"

namespace nsys_ai {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Finds a name as a complete word, outside of line comments.
std::optional<size_t> find_word(std::string_view sql, std::string_view word) {
  if (word.empty()) return std::nullopt;
  for (size_t at = sql.find(word); at != std::string_view::npos; at = sql.find(word, at + 1)) {
    const size_t after = at + word.size();
    if ((at > 0 && is_word(sql[at - 1])) || (after < sql.size() && is_word(sql[after]))) continue;
    const size_t line = at == 0 ? std::string_view::npos : sql.rfind('\n', at - 1);
    const size_t line_begin = line == std::string_view::npos ? 0 : line + 1;
    if (sql.substr(line_begin, at - line_begin).find("--") != std::string_view::npos) continue;
    return at;
  }
  return std::nullopt;
}

// The name after "no such column: " and similar messages.
std::string_view named_in(std::string_view message) {
  const size_t colon = message.find(": ");
  return colon == std::string_view::npos ? std::string_view{} : message.substr(colon + 2);
}

std::optional<size_t> offset_of(sqlite3* connection, std::string_view sql, std::string_view message) {
#if SQLITE_VERSION_NUMBER >= 3038000
  const int offset = sqlite3_error_offset(connection);
  if (offset >= 0 && static_cast<size_t>(offset) <= sql.size()) return static_cast<size_t>(offset);
#else
  (void)connection;
#endif
  std::string_view name = named_in(message);
  if (const size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  return find_word(sql, name);
}

std::string table_names() {
  std::string names;
  for (const SqlTable& table : sql_tables())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", table.name);
  return names;
}

// Lists the columns of the tables that the query names.
std::string columns_hint(std::string_view sql) {
  std::string hint;
  for (const SqlTable& table : sql_tables()) {
    if (!find_word(sql, table.name)) continue;
    std::string names;
    for (const SqlColumn& column : table.columns)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", column.name);
    hint += fmt::format("{}The columns of {} are {}.", hint.empty() ? "" : " ", table.name, names);
  }
  return hint;
}

std::string hint_for(std::string_view message, std::string_view sql) {
  if (message.starts_with("no such table")) return fmt::format("The tables are {}.", table_names());
  if (message.starts_with("no such column")) return columns_hint(sql);
  if (message.starts_with("ambiguous column")) return "Name its table before it: kernel.name.";
  if (message.ends_with("may not be modified")) return "A query only reads: write one SELECT.";
  return "`nsys-ai query --schema` shows the tables and what they hold.";
}

std::string readable_limit(int64_t bytes) {
  return bytes >= 1 << 20 ? fmt::format("{} MiB", bytes >> 20) : fmt::format("{} bytes", bytes);
}

}  // namespace

TextPosition position_at(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const size_t line = before.rfind('\n');
  const size_t line_begin = line == std::string_view::npos ? 0 : line + 1;
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - line_begin) + 1};
}

Error located_error(std::string_view sql, std::string_view file, size_t offset, std::string message,
                    std::string hint) {
  const TextPosition place = position_at(sql, offset);
  std::string text =
      file.empty() ? fmt::format("{} (line {}, column {} of the query)", message, place.line, place.column)
                   : fmt::format("{}:{}: {}", file, place.line, message);
  return {ErrorCode::bad_request, std::move(text), std::move(hint)};
}

Error query_error(const Sandbox& sandbox, int code, std::string_view sql, std::string_view file) {
  const std::string message = sqlite3_errmsg(sandbox.connection());
  if (sandbox.cancelled()) return cancelled().value();
  if (const auto& failure = sandbox.view().failure()) {
    const auto word = find_word(sql, sandbox.view().failed_table());
    if (failure->code != ErrorCode::bad_request || !word) return *failure;
    return located_error(sql, file, *word, failure->message, failure->hint);
  }
  if (sandbox.out_of_time())
    return {ErrorCode::cannot_do, "The query took longer than it may.",
            "Ask for less: a shorter window, fewer columns, or a join on id, launch or nvtx."};
  if (sandbox.budget().exhausted())
    return {ErrorCode::cannot_do,
            fmt::format("The query sorts or collects more than {}.",
                        readable_limit(sandbox.budget().limit_bytes())),
            "Filter or group before sorting."};
  if ((code & 0xFF) == SQLITE_NOMEM)
    return {ErrorCode::cannot_do, "There is not enough memory for the query.",
            "Filter or group before sorting."};
  if ((code & 0xFF) == SQLITE_TOOBIG)
    return {ErrorCode::bad_request, "A value would be longer than 128 KiB.",
            "Shorten it with substr(), or gather fewer values in one."};
  if (message == "integer overflow")
    return {ErrorCode::cannot_do,
            "A sum goes beyond 64 bits: values of this capture are damaged, or squared.",
            "Add up with total(), which answers with a real number, or leave out values that cannot be."};
  if (!sandbox.refused().empty()) {
    const auto word =
        find_word(sql, std::string_view(sandbox.refused()).substr(sandbox.refused().rfind(' ') + 1));
    return located_error(
        sql, file, word.value_or(0),
        fmt::format("A query may only read, and may not use {}.", quotation(sandbox.refused())),
        fmt::format("Write one SELECT over the tables {}.", table_names()));
  }
  const auto offset = offset_of(sandbox.connection(), sql, message);
  if (!offset && file.empty()) return {ErrorCode::bad_request, quotation(message), hint_for(message, sql)};
  return located_error(sql, file, offset.value_or(0), quotation(message), hint_for(message, sql));
}

}  // namespace nsys_ai
