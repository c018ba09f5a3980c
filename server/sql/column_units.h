// Which columns of a query are, in the end, columns of the model, and so have a unit.
#pragma once

#include <string_view>
#include <vector>

#include "sql/column_kind.h"
#include "sql/sandbox.h"

struct sqlite3_stmt;

namespace nsys_ai {

// One element a column of the statement that `sql` begins with: its kind, or null where it has none.
//
// A column of the model has its own; `min`, `max` and `avg` of one column keep that; `sum` and `total` keep
// it where a sum has the unit of its parts, which is not so of points in time, of shares and of speeds;
// `count` counts. All that also by way of aliases and subqueries. Where parts of a UNION differ there is
// none.
std::vector<const ColumnKind*> column_kinds(const Sandbox& sandbox, sqlite3_stmt* statement,
                                            std::string_view sql);

}  // namespace nsys_ai
