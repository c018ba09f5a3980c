// Markdown that a language model wrote, without its marks, for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nsys_ai {

// What stands emphasised or as code stands plain; a link, as the model found it in a card, is its words and
// its target. No line is longer than `width` but those of tables.
std::string markdown_text(std::string_view markdown, size_t width);

}  // namespace nsys_ai
