// Shortens texts that people compare, and keeps the parts in which they differ.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace nsys_ai {

// Shortens each text to at most `width` characters (code points); "…" replaces the middle. Texts that would
// then look alike show the place where they differ instead, and end in a number where that place does not
// fit.
void ellipsize_distinct(std::vector<std::string>& texts, size_t width);

}  // namespace nsys_ai
