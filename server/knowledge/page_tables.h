// Reads tables in Markdown pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// The cells of a row, trimmed.
using PageRow = std::vector<std::string_view>;
// The rows of all tables of a Markdown page, without headers. Views into the text.
std::vector<PageRow> page_rows(std::string_view text);

// The texts in backquotes.
std::vector<std::string> quoted_words(std::string_view text);

}  // namespace nsys_ai
