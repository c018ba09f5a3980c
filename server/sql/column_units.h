// Finds which result columns of a query come from columns of the model and therefore have a unit.
#pragma once

#include <string_view>
#include <vector>

#include "sql/column_kind.h"
#include "sql/sandbox.h"

struct sqlite3_stmt;

namespace nsys_ai {

// One element for each column of the statement at the beginning of `sql`: its kind, or null if it has none.
//
// A column of the model has its own kind. `min`, `max` and `avg` of a column keep it; `sum` and `total` keep
// it if a sum has the unit of its terms, which excludes points in time, shares and speeds; `count` yields a
// count. This also holds through aliases and subqueries. When the parts of a UNION differ, the column has no
// kind.
std::vector<const ColumnKind*> column_kinds(const Sandbox& sandbox, sqlite3_stmt* statement,
                                            std::string_view sql);

}  // namespace nsys_ai
