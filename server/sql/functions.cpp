// The allowed functions, as one list separated by blanks.
#include "sql/functions.h"

#include <string>

namespace nsys_ai {
namespace {

// Functions that only read their arguments, and cannot create large values from nothing, unlike randomblob()
// and zeroblob().
constexpr std::string_view kFunctions =
    " "
    "-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws "
    "cos cosh count cume_dist date datetime degrees dense_rank exp first_value floor format glob "
    "group_concat hex ifnull iif instr json json_array json_array_length json_extract json_group_array "
    "json_group_object json_object json_quote json_type json_valid julianday lag last_value lead length "
    "like likelihood likely ln log log10 log2 lower ltrim max median min mod nth_value ntile nullif "
    "octet_length percent_rank percentile pi pow power printf quote radians rank replace round row_number rtrim sign sin sinh "
    "sqrt stddev_pop strftime string_agg substr substring sum tan tanh time total trim trunc typeof unhex unicode "
    "unixepoch unlikely upper ";

}  // namespace

bool is_sql_function(std::string_view name) {
  std::string word = " ";
  for (const char c : name) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return kFunctions.find(word + " ") != std::string_view::npos;
}

std::vector<std::string_view> sql_functions() {
  std::vector<std::string_view> names;
  for (std::string_view rest = kFunctions.substr(1); !rest.empty();) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    if (name[0] != '-') names.push_back(name);
    rest.remove_prefix(name.size() + 1);
  }
  return names;
}

bool add_bounded_functions(sqlite3* connection, QueryBudget& budget) {
  return add_like_and_glob(connection, budget) && add_text_searches(connection, budget) &&
         add_printf(connection) && add_percentiles(connection, budget) && add_deviation(connection, budget);
}

}  // namespace nsys_ai
