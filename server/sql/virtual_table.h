// The tables of the relational model as SQLite virtual tables.
#pragma once

#include <string_view>

#include "sql/sql_view.h"

struct sqlite3;

namespace nsys_ai {

// Makes the tables readable on a connection whose names occur in `sql`, in whatever role, and also kernel,
// from which counts get their unit. It uses each table once, because the first use declares its columns,
// which SQLite presents to an authorizer like a write. The view outlives the connection. Returns false when
// memory runs out.
bool add_tables(sqlite3* connection, SqlView& view, std::string_view sql);

}  // namespace nsys_ai
