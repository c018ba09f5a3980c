// CSV as of RFC 4180, field by field, for output with more rows than memory holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai {

// Appends one field. Texts are on one line, and what a spreadsheet would treat as a formula begins with an
// apostrophe; what contains commas or quotes is quoted.
void append_csv_text(std::string& out, std::string_view text);
// The same for a text that is the program's own.
void append_csv_word(std::string& out, std::string_view text);

}  // namespace nsys_ai
