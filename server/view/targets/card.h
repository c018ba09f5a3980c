// The card that a hover shows: one thing explained with its numbers.
#pragma once

#include <optional>
#include <string_view>

#include "profile/profile.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Nothing when the target names nothing in this profile. What it hangs together with are links, and where it
// has a place in time, that is one too.
std::optional<Card> card(const Profile& profile, std::string_view target);

}  // namespace nsys_ai
