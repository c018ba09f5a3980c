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

// The leaves of a table in the order of its rows, each once. Whatever is wrong with the pages above them is
// counted, and the rest is still found: no damage leads to a cycle or out of the file.
struct TableLeaves {
  std::vector<uint32_t> pages;
  int64_t damaged_pages = 0;
  // The root is not a page of an ordinary table: the table has another layout, and only SQLite can read it.
  bool is_other_layout = false;
};
TableLeaves leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel);
// The same with a look at every page, for tables whose leaves do not all lie on one level, as SQLite has
// them.
TableLeaves uneven_leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel);

// The first and the last of them, found without reading those in between.
TableLeaves edge_leaves_of(const FileImage& image, uint32_t root);

// How many rows a table has: exact for a few pages, else from the first and the last row id, which is exact
// where the ids have no holes, as in exports. Reads a handful of pages.
struct RowCount {
  int64_t rows = 0;
  bool exact = true;
  bool damaged = false;  // pages of it cannot be read
};
// Nothing where it is laid out as an index.
std::optional<RowCount> count_rows(const FileImage& image, uint32_t root);

// The row ids of a leaf; nothing where it has no rows, or is damaged.
struct LeafIds {
  int64_t first = 0;
  int64_t last = 0;
  uint32_t rows = 0;
};
std::optional<LeafIds> ids_on_leaf(const FileImage& image, uint32_t leaf);

bool is_inner_page(const unsigned char* page);
// The rows of a leaf; nothing when the page is none.
std::optional<uint32_t> rows_on_leaf(const unsigned char* page);

}  // namespace nsys_ai
