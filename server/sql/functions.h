// The functions of SQLite that a statement may call.
#pragma once

#include <string_view>
#include <vector>

struct sqlite3;

namespace nsys_ai {

class QueryBudget;

// In whatever case.
bool is_sql_function(std::string_view name);
// By name.
std::vector<std::string_view> sql_functions();

// Puts functions of ours in the place of those whose time is not in proportion to the length of their
// arguments, or has no bound at all, and of the collation that reads letter by letter. They answer as
// SQLite's do, but look at the clock. False when SQLite has no room for them. The budget outlives the
// connection.
bool add_bounded_functions(sqlite3* connection, QueryBudget& budget);
bool add_like_and_glob(sqlite3* connection, QueryBudget& budget);
bool add_text_searches(sqlite3* connection, QueryBudget& budget);
bool add_printf(sqlite3* connection);
// median(x) and percentile(x, p), p from 0 to 100, linearly interpolated; NULL of no values.
bool add_percentiles(sqlite3* connection, QueryBudget& budget);
// stddev_pop(x), the square root of the mean squared distance from the mean; NULL of no values.
bool add_deviation(sqlite3* connection, QueryBudget& budget);

}  // namespace nsys_ai
