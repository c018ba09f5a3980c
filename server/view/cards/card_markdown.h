// A card as Markdown.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "view/cards/card_blocks.h"

namespace nsys_ai {

// What is related leads to `target:TARGET`, and what has a place in time to `timeline:TARGET`: a client makes
// of them what it can show.
std::string markdown_of(const Card& card);

// For a client that knows neither: links lead where `address_of` says, and of what has no address the words
// remain. It leads to no timeline.
using AddressOf = std::function<std::optional<std::string>(std::string_view target)>;
std::string markdown_of(const Card& card, const AddressOf& address_of);

}  // namespace nsys_ai
