// A text from a profile, as code in Markdown.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text_table.h"

namespace nsys_ai {

// Puts the text on one line, shortens it to the width of a hover card, and replaces its backquotes.
inline std::string markdown_code(std::string_view text) {
  constexpr size_t kWidth = 300;
  std::string line = shortened(one_line(text), kWidth);
  std::replace(line.begin(), line.end(), '`', '\'');
  return "`" + line + "`";
}

}  // namespace nsys_ai
