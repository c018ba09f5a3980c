// A page as plain text, with the place of every cell that names something.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "view/page.h"

namespace nsys_ai {

// Bytes [begin, end) of line `line` (from 0) name `target`.
struct Mark {
  size_t line = 0;
  size_t begin = 0;
  size_t end = 0;
  std::string target;
};

struct PageText {
  std::string text;         // lines end with \n
  std::vector<Mark> marks;  // by line, then by begin
};

// Tables are aligned, paragraphs wrapped to `width` characters. Nothing in it can act on a terminal.
PageText text_of(const Page& page, size_t width = 110);

}  // namespace nsys_ai
