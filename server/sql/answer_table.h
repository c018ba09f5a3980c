// The rows of an answer as a virtual table of SQLite.
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

// Registered with a `const AnswerRows*`, the module is a table of the module's name, which reads the rows
// where they lie. Values have the types of their columns, as if they had been stored there.
const sqlite3_module& answer_table_module();

}  // namespace nsys_ai
