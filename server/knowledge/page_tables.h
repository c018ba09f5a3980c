// Tables of pages that the program reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// The cells of a row, without the blanks around them.
using PageRow = std::vector<std::string_view>;
// Of all tables of a page in Markdown, without their headers. Views into the text.
std::vector<PageRow> page_rows(std::string_view text);

// What stands between backquotes.
std::vector<std::string> quoted_words(std::string_view text);

}  // namespace nsys_ai
