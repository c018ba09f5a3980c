// The SQLite functions that a statement may call.
#pragma once

#include <string_view>
#include <vector>

struct sqlite3;

namespace nsys_ai {

class QueryBudget;

// Ignores case.
bool is_sql_function(std::string_view name);
// Sorted by name.
std::vector<std::string_view> sql_functions();

// Replaces SQLite functions whose run time is not proportional to the length of their arguments, and the
// NOCASE collation. The replacements return what SQLite's return, but check the deadline. Return false when
// SQLite has no room for them. The budget outlives the connection.
bool add_bounded_functions(sqlite3* connection, QueryBudget& budget);
bool add_like_and_glob(sqlite3* connection, QueryBudget& budget);
bool add_text_searches(sqlite3* connection, QueryBudget& budget);
bool add_printf(sqlite3* connection);
// median(x) and percentile(x, p), p from 0 to 100, linearly interpolated; NULL without values.
bool add_percentiles(sqlite3* connection, QueryBudget& budget);
// stddev_pop(x), the square root of the mean squared distance from the mean; NULL without values.
bool add_deviation(sqlite3* connection, QueryBudget& budget);

}  // namespace nsys_ai
