// Chooses the columns of a table that fit a width, and shortens their cells.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "view/pages/page.h"

namespace nsys_ai {

struct ColumnPlan {
  size_t at = 0;                   // index in the table
  size_t width = 0;                // characters; in unbounded tables, longer texts exceed it
  std::vector<std::string> cut{};  // the shortened cells, without their indent; empty if none is shortened
};

struct TablePlan {
  std::vector<ColumnPlan> columns;    // side by side
  std::vector<size_t> sentences;  // indices in the table: columns shown below the row, on lines of their own
  std::vector<std::string> skipped;  // headings of columns that do not fit
};

// Blanks before a cell in a tree.
size_t indent_of(const Cell& cell);

inline constexpr size_t kUnbounded = std::numeric_limits<size_t>::max();

// Separates columns by `kBetweenColumns` blanks. If not everything fits, drops columns without any value
// first, then shortens long texts, and then drops columns: first those that add detail to another column,
// then those on the right. Shortened texts of different cells stay different.
TablePlan plan_table(const PageTable& table, size_t width);

inline constexpr size_t kBetweenColumns = 2;

}  // namespace nsys_ai
