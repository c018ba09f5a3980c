// Shortens texts that stand among each other, so that what differs still looks different.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace nsys_ai {

// Each text has at most `width` characters (code points) afterwards, the middle replaced by "…". Texts that
// this would make alike show where they differ instead. Those whose difference has no room end in a number.
void ellipsize_distinct(std::vector<std::string>& texts, size_t width);

}  // namespace nsys_ai
