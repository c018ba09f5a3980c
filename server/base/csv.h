// CSV as in RFC 4180, field by field, for outputs that do not fit in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai {

// Appends one field. Line breaks are removed; an apostrophe precedes text that a spreadsheet would treat as a
// formula; text with commas or quotes is quoted.
void append_csv_text(std::string& out, std::string_view text);
// The same for a text that the program itself defines and that needs no apostrophe.
void append_csv_word(std::string& out, std::string_view text);

}  // namespace nsys_ai
