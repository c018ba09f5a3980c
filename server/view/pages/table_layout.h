// Which columns of a table a width has room for, and what their cells show there.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "view/pages/page.h"

namespace nsys_ai {

struct LaidColumn {
  size_t at = 0;                   // in the table
  size_t width = 0;                // characters; of unbounded tables, longer texts reach beyond it
  std::vector<std::string> cut{};  // what the cells show, without their indent; none where they show whole
};

struct LaidTable {
  std::vector<LaidColumn> columns;    // side by side
  std::vector<size_t> sentences;      // in the table: below its row, each on lines of its own
  std::vector<std::string> skipped;  // headings of columns that the width has no room for
};

// Blanks before a cell in a tree.
size_t indent_of(const Cell& cell);

inline constexpr size_t kUnbounded = std::numeric_limits<size_t>::max();

// Columns are `kBetweenColumns` blanks apart. Where not everything fits, columns without any value go first,
// then long texts give way, and then columns: those that say more of what another column says, then those to
// the right. Texts are cut so that what differs is still told apart.
LaidTable laid_out(const PageTable& table, size_t width);

inline constexpr size_t kBetweenColumns = 2;

}  // namespace nsys_ai
