// The parts of a Markdown text that contain names: code and quotations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

struct TextSpan {
  size_t begin = 0;  // includes its marks
  size_t end = 0;
  size_t mark = 1;  // length in bytes of the mark on either side
  bool code = false;
  std::string_view inside(std::string_view text) const {
    return text.substr(begin + mark, end - begin - 2 * mark);
  }
};

// In order; spans are not nested and do not cross lines. The lines of a fenced block count as plain text.
std::vector<TextSpan> text_spans(std::string_view text);

// The length in bytes of the character at `at` if it may be part of a name: letters, digits, the underscore,
// and non-ASCII characters except punctuation. Otherwise 0.
size_t name_character(std::string_view text, size_t at);

// The end of the character that begins at `at`.
size_t after_character(std::string_view text, size_t at);

}  // namespace nsys_ai
