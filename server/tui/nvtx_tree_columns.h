// The columns of the tree of ranges.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/outline_per_call.h"
#include "view/sparkline.h"

namespace nsys_ai {

constexpr size_t kTreeScreenParts = 24;  // of the column over time

// What a cell is made of.
struct TreeCell {
  const OutlineLine& line;
  const PerCall* per_call;  // null where there is nothing to compare
  Glyphs glyphs;
};

struct TreeColumn {
  std::string_view title;
  size_t width;
  size_t least;  // columns of the screen from which on it is shown
  std::string (*cell)(const TreeCell&);
};

// Those that a screen of that width has room for.
std::vector<TreeColumn> tree_columns(bool by_gpu, bool against, size_t width);
size_t columns_width(const std::vector<TreeColumn>& columns);

// "per call 1.100 ms, in the base 1.000 ms: +10.0 %"
std::string words_of_per_call(const PerCall& of);

}  // namespace nsys_ai
