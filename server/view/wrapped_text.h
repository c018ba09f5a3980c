// Text in lines that a terminal does not break.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nsys_ai::inline view {

// Each line of `text` over as many lines as it takes to keep within `width` characters, broken at blanks; a
// longer word stands alone.
std::string wrapped_text(std::string_view text, size_t width);

}  // namespace nsys_ai::inline view
