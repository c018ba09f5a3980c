// The rows of an answer as an SQLite virtual table.
#pragma once

#include <sqlite3.h>

#include <vector>

#include "base/row_set.h"
#include "base/value.h"

namespace nsys_ai {

struct AnswerRows {
  const std::vector<Column>& columns;
  const RowSet& rows;
};

// Registered with a `const AnswerRows*`, the module provides a table of the module's name that reads the rows
// in place. Values have the types of their columns, as if they were stored there.
const sqlite3_module& answer_table_module();

}  // namespace nsys_ai
