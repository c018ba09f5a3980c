// A card as plain text, for terminals and for editors that show no Markdown.
#pragma once

#include <cstddef>
#include <string>

#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Behind what a link leads to stands its target, which --at takes; what only a page can do is left out. No
// line is longer than `width` but those of tables; SIZE_MAX for no bound.
std::string text_of(const Card& card, size_t width);

}  // namespace nsys_ai
