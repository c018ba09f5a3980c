// The costs of constraints on a table, and the conversion of SQLite's values into keys and bounds.
#pragma once

#include <vector>

#include "sql/row_cursor.h"

struct sqlite3_index_info;
struct sqlite3_value;

namespace nsys_ai {

// Implements xBestIndex: the cost of a set of constraints for a table of that many rows. SQLite checks every
// used constraint again, so an index may return too many rows and is never relied on for correctness; only
// the values of parameters are used unchecked. Returns an SQLite error code when memory runs out, or when a
// parameter depends on a value that is not known yet.
int choose_plan(const SqlTable& table, double rows, sqlite3_index_info* info);

// Extracts the values of parameters from a plan's constraints, by parameter; null for one that the statement
// does not set.
std::vector<sqlite3_value*> given_parameters(const SqlTable& table, int plan, sqlite3_value** values);

// The scan for the chosen plan, with the values of its constraints.
ScanPlan scan_plan(const SqlTable& table, int plan, const char* terms, sqlite3_value** values);

}  // namespace nsys_ai
