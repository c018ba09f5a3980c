// median and percentile, which SQLite provides only with a compile-time option.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sql/function_call.h"
#include "sql/functions.h"

namespace nsys_ai {
namespace {

// The values of one group, in memory from SQLite's allocator, so that they count for the query.
struct Gathered {
  double* values;
  size_t count;
  size_t room;
  double percent;
};

bool add_value(Gathered& to, double value) {
  if (to.count == to.room) {
    const size_t room = std::max<size_t>(2 * to.room, 64);
    void* grown = sqlite3_realloc64(to.values, room * sizeof(double));
    if (grown == nullptr) return false;
    to.values = static_cast<double*>(grown);
    to.room = room;
  }
  to.values[to.count++] = value;
  return true;
}

void gather_value(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto* of = static_cast<Gathered*>(sqlite3_aggregate_context(context, sizeof(Gathered)));
  if (of == nullptr) return sqlite3_result_error_nomem(context);
  of->percent = count == 2 ? sqlite3_value_double(arguments[1]) : 50;
  const bool is_share = count == 1 || sqlite3_value_numeric_type(arguments[1]) == SQLITE_INTEGER ||
                        sqlite3_value_numeric_type(arguments[1]) == SQLITE_FLOAT;
  if (!is_share || !(of->percent >= 0 && of->percent <= 100))
    return sqlite3_result_error(context, "percentile() takes a number from 0 to 100", -1);
  if (is_null(arguments[0])) return;
  const int type = sqlite3_value_type(arguments[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return sqlite3_result_error(context, "percentile() and median() take numbers", -1);
  if (!add_value(*of, sqlite3_value_double(arguments[0]))) sqlite3_result_error_nomem(context);
}

struct Stopped : std::exception {};

// Interpolates linearly between the two values next to the rank.
double percentile_of(Gathered& of, QueryBudget& budget) {
  const double place = of.percent / 100 * static_cast<double>(of.count - 1);
  const auto below = static_cast<std::ptrdiff_t>(std::floor(place));
  double* end = of.values + of.count;
  std::nth_element(of.values, of.values + below, end, [&](double a, double b) {
    if (!budget.goes_on(sizeof(double))) throw Stopped();
    return a < b;
  });
  const double first = of.values[below];
  if (of.values + below + 1 == end) return first;
  const double next = *std::min_element(of.values + below + 1, end);
  return first + (next - first) * (place - static_cast<double>(below));
}

void report_percentile(sqlite3_context* context) {
  auto* of = static_cast<Gathered*>(sqlite3_aggregate_context(context, 0));
  if (of == nullptr) return;
  try {
    if (of->count > 0) sqlite3_result_double(context, percentile_of(*of, budget_of(context)));
  } catch (const Stopped&) {
    stop(context);
  }
  sqlite3_free(of->values);
}

}  // namespace

bool add_percentiles(sqlite3* connection, QueryBudget& budget) {
  const auto add = [&](const char* name, int arguments) {
    return sqlite3_create_function_v2(connection, name, arguments,
                                      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, &budget, nullptr,
                                      gather_value, report_percentile, nullptr) == SQLITE_OK;
  };
  return add("median", 1) && add("percentile", 2);
}

}  // namespace nsys_ai
