// The tables of the relational model as SQLite sees them.
#pragma once

#include <string_view>

#include "sql/sql_view.h"

struct sqlite3;

namespace nsys_ai {

// Makes those tables readable on a connection whose names stand in a text, whatever they mean there, and
// kernel, by which counts get their unit. Uses each once: the first use declares its columns, which SQLite
// asks an authorizer about as if it were a write. The view lives as long as the connection.
// False when memory ran out.
bool add_tables(sqlite3* connection, SqlView& view, std::string_view sql);

}  // namespace nsys_ai
