// stddev_pop, which SQLite lacks: the population standard deviation, named as in SQL:2003.
#include <cmath>
#include <cstddef>

#include "sql/function_call.h"
#include "sql/functions.h"

namespace nsys_ai {
namespace {

// Welford's running mean and sum of squares, which stay precise for large values that lie close together.
struct Deviations {
  double count;
  double mean;
  double squares;
};

void add_deviation_of(sqlite3_context* context, int /*count*/, sqlite3_value** arguments) {
  auto* of = static_cast<Deviations*>(sqlite3_aggregate_context(context, sizeof(Deviations)));
  if (of == nullptr) return sqlite3_result_error_nomem(context);
  if (is_null(arguments[0])) return;
  const int type = sqlite3_value_type(arguments[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
    return sqlite3_result_error(context, "stddev_pop() takes numbers", -1);
  const double value = sqlite3_value_double(arguments[0]);
  const double before = value - of->mean;
  of->count += 1;
  of->mean += before / of->count;
  of->squares += before * (value - of->mean);
}

void report_deviation(sqlite3_context* context) {
  const auto* of = static_cast<const Deviations*>(sqlite3_aggregate_context(context, 0));
  if (of != nullptr && of->count > 0) sqlite3_result_double(context, std::sqrt(of->squares / of->count));
}

}  // namespace

bool add_deviation(sqlite3* connection, QueryBudget& budget) {
  return sqlite3_create_function_v2(connection, "stddev_pop", 1,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, &budget, nullptr,
                                    add_deviation_of, report_deviation, nullptr) == SQLITE_OK;
}

}  // namespace nsys_ai
