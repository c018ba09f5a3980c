// A page as plain text, with the place of every cell that names something.
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

// A part of the text: the page, what stands below a heading, a finding, a row about something with a name.
struct Section {
  std::string title;
  std::string detail;    // its most important number, with what it is
  uint32_t level = 0;    // 0 the page, 1 below a heading, 2 in that, and deeper in trees
  size_t first = 0;      // line
  size_t last = 0;       // line, inside
  std::string target{};  // what it is about; empty where it has no name
};

struct PageText {
  std::string text;               // lines end with \n
  std::vector<Mark> marks;        // by line, then by begin
  std::vector<Section> sections;  // by first line, the outer before the inner
  std::vector<Word> words{};      // those that are not plain; by line, then by begin
};

struct PageLayout {
  size_t width = 110;           // characters to which paragraphs are wrapped
  size_t max_lines = SIZE_MAX;  // of which the last says what was cut
  size_t indent = 2;            // blanks before paragraphs, facts and tables
  bool fit = false;             // no line is longer: tables lose columns, and long words are broken
};

// Tables are aligned; below one stands what had no room. Nothing in it can act on a terminal. A page without
// a title has no heading.
PageText text_of(const Page& page, const PageLayout& layout = {});

}  // namespace nsys_ai
