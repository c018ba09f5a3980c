// Wraps text so that a terminal does not break its lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct Wrapping {
  size_t width = 110;        // characters in a line, SIZE_MAX for no limit
  size_t first_used = 0;     // characters already used on the first line
  size_t indent = 0;         // of the other lines
  bool break_words = false;  // breaks a word that is longer than a line; otherwise it gets a line of its own
};

// Wraps one line of text; the results have no indents. Empty if there are no words.
std::vector<std::string> wrapped_lines(std::string_view text, const Wrapping& wrapping);

// Wraps each line of `text` at `width` characters.
std::string wrapped_text(std::string_view text, size_t width);

}  // namespace nsys_ai
