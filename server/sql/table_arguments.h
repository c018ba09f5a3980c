// Reads the arguments of a table function into the values of its parameters.
#pragma once

#include <span>

#include "base/result.h"
#include "sql/table.h"

struct sqlite3_value;

namespace nsys_ai {

// One value for each parameter: from `given`, or the default where that is null because the statement sets
// nothing. Fails with a sentence that names the function and the parameter.
Result<SqlArguments> read_arguments(const SqlTable& table, std::span<sqlite3_value* const> given);

// The default of a parameter.
Value default_of(const SqlParam& param);

}  // namespace nsys_ai
