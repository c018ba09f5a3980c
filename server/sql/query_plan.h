// What a constraint on a table is worth, and how SQLite's values become one of ours.
#pragma once

#include <vector>

#include "sql/row_cursor.h"

struct sqlite3_index_info;
struct sqlite3_value;

namespace nsys_ai {

// Answers SQLite's question what a set of constraints would cost, for a table of so many rows. Every
// constraint that is used is checked again by SQLite, so that an index may let too much through and never
// decides what is true; but for the values of parameters, which are what they are. Fails with an SQLite error
// code when memory ran out, and when a parameter depends on what is not known yet.
int choose_plan(const SqlTable& table, double rows, sqlite3_index_info* info);

// The values of parameters among those of a plan's constraints, by parameter; null for what is not given.
std::vector<sqlite3_value*> given_parameters(const SqlTable& table, int plan, sqlite3_value** values);

// The rows that the chosen plan wants, given the values of its constraints.
ScanPlan scan_plan(const SqlTable& table, int plan, const char* terms, sqlite3_value** values);

}  // namespace nsys_ai
