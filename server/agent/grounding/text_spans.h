// Parts of a Markdown text in which names stand: code and what is quoted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct TextSpan {
  size_t begin = 0;  // with its marks
  size_t end = 0;
  size_t mark = 1;  // bytes of the mark on either side
  bool code = false;
  std::string_view inside(std::string_view text) const {
    return text.substr(begin + mark, end - begin - 2 * mark);
  }
};

// In their order; none lies in another, and none goes beyond its line. The lines of a fenced block are plain
// text.
std::vector<TextSpan> text_spans(std::string_view text);

// How many bytes the character at `at` has if names are made of such: letters, digits, the underscore, and
// whatever is beyond ASCII and no sign. Else 0.
size_t name_character(std::string_view text, size_t at);

// Where the character that begins at `at` ends.
size_t after_character(std::string_view text, size_t at);

}  // namespace nsys_ai
