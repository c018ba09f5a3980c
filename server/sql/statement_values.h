// Values into and out of a statement of SQLite.
#pragma once

#include <cstdint>

#include "base/value.h"

struct sqlite3_stmt;

namespace nsys_ai {

// Binds a copy of the value to the parameter, counted from 1; answers with a code of SQLite.
int bind_value(sqlite3_stmt* statement, int at, const Value& value);
// The value of a column of the present row, counted from 0: texts repaired to valid UTF-8, blobs as hex
// digits.
Value value_at(sqlite3_stmt* statement, int column);
// Text as SQL made it, repaired: it may be cut inside a character.
std::string valid_text(std::string_view text);
// SQLite types values, a table types columns: the widest type of its values becomes the column's. An average
// of whole numbers need not be one, but a text has no unit of numbers, nor a number that of texts.
void set_types(Table& table);

}  // namespace nsys_ai
