// A card as Markdown.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Links lead to `target:TARGET`, and to `timeline:TARGET` for a target with a time; the client resolves both.
std::string markdown_of(const Card& card);

// For clients that cannot resolve these: links lead to `address_of` their target, and a link without an address
// becomes plain words. Links to the timeline are dropped.
using AddressOf = std::function<std::optional<std::string>(std::string_view target)>;
std::string markdown_of(const Card& card, const AddressOf& address_of);

}  // namespace nsys_ai
