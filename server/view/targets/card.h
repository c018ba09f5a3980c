// The card that a hover shows: one thing explained with its numbers.
#pragma once

#include <optional>
#include <string_view>

#include "profile/profile.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Nothing when the profile has no such target. Related things are links; a target with a time also has a link
// to the timeline.
std::optional<Card> card(const Profile& profile, std::string_view target);

}  // namespace nsys_ai
