// Shared by this program's SQL functions: reading arguments as texts, and failing.
#pragma once

#include <sqlite3.h>

#include <string_view>

#include "sql/guarded.h"
#include "sql/query_budget.h"

namespace nsys_ai {

// Empty for NULL, and when SQLite has no memory for the text.
inline std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text ? std::string_view(text, static_cast<size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

inline bool is_null(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; }

inline QueryBudget& budget_of(sqlite3_context* context) {
  return *static_cast<QueryBudget*>(sqlite3_user_data(context));
}

// Makes the query stop; the code that reports the failure finds out why.
inline void stop(sqlite3_context* context) { sqlite3_result_error_code(context, SQLITE_INTERRUPT); }

inline int longest_value(sqlite3_context* context) {
  return sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1);
}

struct BoundedFunction {
  const char* name;
  int arguments;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
};

inline bool add_function(sqlite3* connection, const BoundedFunction& function, void* data) {
  return sqlite3_create_function_v2(connection, function.name, function.arguments,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, data,
                                    function.call, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace nsys_ai
