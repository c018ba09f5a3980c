// Finds the pages that hold the rows of a table, and reads the rows of a page.
//
// The format is described at https://www.sqlite.org/fileformat2.html#b_tree_pages.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/work.h"
#include "profile/sqlite_file/file_image.h"

namespace nsys_ai {

// The distinct leaves of a table in the order of its rows. Any problem of the pages above them is counted,
// and the remaining leaves are still found: damage never leads to a cycle or out of the file.
struct TableLeaves {
  std::vector<uint32_t> pages;
  int64_t damaged_pages = 0;
  // The root is not a page of an ordinary table: the table has a different layout that only SQLite can read.
  bool is_other_layout = false;
};
TableLeaves leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel);
// The same, examining every page, for tables whose leaves are not all on one level as in SQLite's.
TableLeaves uneven_leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel);

// The first and last leaves, found without reading those between.
TableLeaves edge_leaves_of(const FileImage& image, uint32_t root);

// The number of rows of a table: exact for a few pages, otherwise computed from the first and last row id,
// which is exact for consecutive ids, as in exports. Reads a handful of pages.
struct RowCount {
  int64_t rows = 0;
  bool exact = true;
  bool damaged = false;  // some of its pages cannot be read
};
// Empty where the table is stored as an index.
std::optional<RowCount> count_rows(const FileImage& image, uint32_t root);

// The row ids of a leaf; empty where it has no rows, or is damaged.
struct LeafIds {
  int64_t first = 0;
  int64_t last = 0;
  uint32_t rows = 0;
};
std::optional<LeafIds> ids_on_leaf(const FileImage& image, uint32_t leaf);

bool is_inner_page(const unsigned char* page);
// The number of rows on a leaf; empty when the page is not a leaf.
std::optional<uint32_t> rows_on_leaf(const unsigned char* page);

}  // namespace nsys_ai
