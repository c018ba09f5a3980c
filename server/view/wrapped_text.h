// Text in lines that a terminal does not break.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct Wrapping {
  size_t width = 110;        // characters of a line, SIZE_MAX for no bound
  size_t first_used = 0;     // of the first line, before it begins
  size_t indent = 0;         // of the others
  bool break_words = false;  // a word longer than a line is broken; else it stands alone
};

// The words of one line of text over as many lines as it takes, without their indents; none without words.
std::vector<std::string> wrapped_lines(std::string_view text, const Wrapping& wrapping);

// Each line of `text` so, within `width` characters.
std::string wrapped_text(std::string_view text, size_t width);

}  // namespace nsys_ai
