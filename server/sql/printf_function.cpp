// printf and format: calls SQLite's own only for results that take bounded time. `%.*c` repeats a character
// as often as its precision says, one at a time, long after the text exceeds the largest allowed size.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "sql/function_call.h"
#include "sql/functions.h"

namespace nsys_ai {
namespace {

// A connection with SQLite's original functions, opened at the first call. Used by one thread.
class OriginalPrintf {
 public:
  OriginalPrintf() = default;
  ~OriginalPrintf() {
    for (const auto& [count, statement] : statements_) sqlite3_finalize(statement);
    sqlite3_close(connection_);
  }
  OriginalPrintf(const OriginalPrintf&) = delete;
  OriginalPrintf& operator=(const OriginalPrintf&) = delete;

  void call(sqlite3_context* context, int count, sqlite3_value** values) {
    sqlite3_stmt* statement = prepared(context, count);
    if (!statement) return sqlite3_result_error_nomem(context);
    int code = SQLITE_OK;
    for (int at = 0; at < count && code == SQLITE_OK; ++at)
      code = sqlite3_bind_value(statement, at + 1, values[at]);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
      sqlite3_result_value(context, sqlite3_column_value(statement, 0));
    else
      sqlite3_result_error_code(context, code);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }

 private:
  // Null when memory runs out.
  sqlite3_stmt* prepared(sqlite3_context* context, int count) {
    if (!connection_) {
      constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
      if (sqlite3_open_v2(":memory:", &connection_, kFlags, nullptr) != SQLITE_OK) return nullptr;
      sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, longest_value(context));
    }
    sqlite3_stmt*& statement = statements_[count];
    if (statement) return statement;
    std::string sql = "SELECT printf(?";
    for (int at = 1; at < count; ++at) sql += ",?";
    sqlite3_prepare_v2(connection_, (sql + ")").c_str(), -1, &statement, nullptr);
    return statement;
  }

  sqlite3* connection_ = nullptr;
  std::map<int, sqlite3_stmt*> statements_;  // by the number of arguments
};

// Walks through a format's conversions together with their arguments.
class Conversions {
 public:
  Conversions(std::string_view format, int count, sqlite3_value** values)
      : format_(format), rest_(values, values + count) {}

  // The total number of characters that all `%c` conversions request.
  int64_t characters() {
    int64_t sum = 0;
    for (size_t at = format_.find('%'); at < format_.size(); at = format_.find('%', at)) {
      ++at;
      const int64_t precision = read_modifiers(at);
      const char kind = at < format_.size() ? format_[at++] : '\0';
      if (kind == 'c') sum += std::max<int64_t>(precision, 1);
      if (kind != '%' && kind != 'n') next_argument();
    }
    return sum;
  }

 private:
  // Moves `at` past flags, width and precision, and returns the precision; 0 if there is none.
  int64_t read_modifiers(size_t& at) {
    bool behind_point = false;
    int64_t precision = 0;
    for (; at < format_.size(); ++at) {
      const char c = format_[at];
      if (c == '.') {
        behind_point = true;
        precision = 0;
      } else if (c == '*') {
        const int given = next_argument();
        if (behind_point) precision = std::abs(static_cast<int64_t>(given));
      } else if (c >= '0' && c <= '9') {
        if (behind_point) precision = std::min<int64_t>(precision * 10 + (c - '0'), INT32_MAX);
      } else if (std::string_view("-+ #!,l").find(c) == std::string_view::npos) {
        break;
      }
    }
    return precision;
  }

  int next_argument() {
    if (next_ == rest_.size()) return 0;
    return static_cast<int>(sqlite3_value_int64(rest_[next_++]));
  }

  std::string_view format_;
  std::vector<sqlite3_value*> rest_;
  size_t next_ = 0;
};

void print(sqlite3_context* context, int count, sqlite3_value** values) {
  if (count == 0 || is_null(values[0])) return;
  if (Conversions(text_of(values[0]), count - 1, values + 1).characters() > longest_value(context))
    return sqlite3_result_error_toobig(context);
  static_cast<OriginalPrintf*>(sqlite3_user_data(context))->call(context, count, values);
}

}  // namespace

bool add_printf(sqlite3* connection) {
  const auto forget = [](void* data) { delete static_cast<OriginalPrintf*>(data); };
  for (const char* name : {"printf", "format"}) {
    const int added = sqlite3_create_function_v2(
        connection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, new OriginalPrintf,
        guarded_function<print>, nullptr, nullptr, forget);
    if (added != SQLITE_OK) return false;
  }
  return true;
}

}  // namespace nsys_ai
