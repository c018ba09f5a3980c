// The card that a hover shows: one thing explained with its numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profile/profile.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

// Nothing when the profile has no such target. Related things are links; a target with a time also has a link
// to the timeline.
std::optional<Card> card(const Profile& profile, std::string_view target);
// The target and the card of the kernel with that name, as a person writes it: the whole of it or a short
// form. Of several kernels with a short form, it is the one with most time on the GPU, and the card links to
// others.
std::optional<std::pair<std::string, Card>> card_of_kernel_named(const Profile& profile,
                                                                 std::string_view name);

}  // namespace nsys_ai
