// A card without its Markdown, for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nsys_ai {

// What stands emphasised or as code stands plain; behind what a link leads to stands its target, which --at
// takes; what only a page can do is left out. No line is longer than `width` but those of tables.
std::string card_text(std::string_view markdown, size_t width);

}  // namespace nsys_ai
