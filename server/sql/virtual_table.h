// The tables of the relational model as SQLite sees them.
#pragma once

#include "base/work.h"
#include "sql/sql_view.h"

struct sqlite3;

namespace nsys_ai {

// Makes every table readable on a connection, and uses it once: the first use declares its columns, which
// SQLite asks an authorizer about as if it were a write. The view and the token live as long as the
// connection. False when memory ran out.
bool add_tables(sqlite3* connection, SqlView& view, const CancelToken& cancel);

}  // namespace nsys_ai
