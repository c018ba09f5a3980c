// A page as plain text, with the positions of all cells that have targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "view/pages/page.h"

namespace nsys_ai {

// Bytes [begin, end) of line `line` (from 0) name `target`.
struct Mark {
  size_t line = 0;
  size_t begin = 0;
  size_t end = 0;
  std::string target;
};

// Bytes [begin, end) of line `line` are of this kind.
struct Word {
  size_t line = 0;
  size_t begin = 0;
  size_t end = 0;
  WordKind kind = WordKind::plain;
};

// A part of the text: the page, the part below a heading, a finding, or a row about something with a name.
struct Section {
  std::string title;
  std::string detail;    // its most important number, with its name
  uint32_t level = 0;    // 0 the page, 1 below a heading, 2 below a subheading, and deeper in trees
  size_t first = 0;      // first line
  size_t last = 0;       // last line, inclusive
  std::string target{};  // the target that it is about; may be empty
};

struct PageText {
  std::string text;               // lines end with \n
  std::vector<Mark> marks;        // by line, then by begin
  std::vector<Section> sections;  // sorted by first line, outer before inner
  std::vector<Word> words{};      // words that are not plain; sorted by line, then by begin
};

struct PageLayout {
  size_t width = 110;           // wraps paragraphs at this number of characters
  size_t max_lines = SIZE_MAX;  // if exceeded, the last line says how much is missing
  size_t indent = 2;            // blanks before paragraphs, facts and tables
  bool fit = false;             // enforces the width: drops columns of tables and breaks long words
};

// Aligns tables, and shows wide columns below their rows. The text contains no control characters that a
// terminal would act on. A page without a title has no heading.
PageText text_of(const Page& page, const PageLayout& layout = {});

}  // namespace nsys_ai
