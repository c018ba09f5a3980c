// What a regular expression says of a text before it is tried. Only valid expressions, as std::regex takes
// them.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The longest run of letters and spaces that stands in each text that matches, in small letters: of what is
// outside of brackets, and empty where that holds `|`.
std::string needed_text(std::string_view pattern);

// Whether it matches at the beginning of a text or nowhere.
bool is_anchored(std::string_view pattern);

}  // namespace nsys_ai::inline agent
