// A card as plain text, for terminals and for editors that show no Markdown.
#pragma once

#include <cstddef>
#include <string>

#include "view/cards/card_blocks.h"

namespace nsys_ai {

// After each link stands its target, which --at takes; links to the timeline are dropped. Only lines of tables
// are longer than `width`; SIZE_MAX for no bound.
std::string text_of(const Card& card, size_t width);

}  // namespace nsys_ai
