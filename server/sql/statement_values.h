// Binds values to an SQLite statement and reads its results.
#pragma once

#include <cstdint>

#include "base/value.h"

struct sqlite3_stmt;

namespace nsys_ai {

// Binds a copy of the value to parameter `at`, counted from 1; returns an SQLite code.
int bind_value(sqlite3_stmt* statement, int at, const Value& value);
// The value of a column of the current row, counted from 0: texts repaired to valid UTF-8, blobs as hex
// digits.
Value value_at(sqlite3_stmt* statement, int column);
// A text that SQL computed, repaired: it may be cut inside a character.
std::string valid_text(std::string_view text);
// SQLite types values, a table types columns: a column gets the widest type of its values. An average of
// integers may be fractional, so a unit survives between numbers; but a text has no unit of numbers, nor a
// number one of texts.
void set_types(Table& table);

}  // namespace nsys_ai
