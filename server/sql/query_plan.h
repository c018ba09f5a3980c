// What a constraint on a table is worth, and how SQLite's values become one of ours.
#pragma once

#include "sql/table_scan.h"

struct sqlite3_index_info;
struct sqlite3_value;

namespace nsys_ai {

// Answers SQLite's question what a set of constraints would cost, for a table of so many rows. Every
// constraint that is used is checked again by SQLite, so that an index may let too much through and never
// decides what is true. Fails with an SQLite error code when memory ran out.
int choose_plan(const SqlTable& table, double rows, sqlite3_index_info* info);

// The rows that the chosen plan wants, given the values of its constraints.
Wanted wanted_rows(const SqlTable& table, int plan, const char* terms, sqlite3_value** values);

}  // namespace nsys_ai
