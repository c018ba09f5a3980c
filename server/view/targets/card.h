// The card that a hover shows: one thing explained with its numbers, as Markdown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai {

// Nothing when the target names nothing in this profile. What it hangs together with are links to
// `target:TARGET`, and where it has a place in time the last one leads to `timeline:TARGET`: each face makes
// of them what it can show.
std::optional<std::string> card(const Profile& profile, std::string_view target);

// Such a link.
std::string target_link(std::string_view text, std::string_view target);

// Notes what was told of while a card was made, below it.
void add_loss_notes(const LossNotes& losses, std::string& markdown);

}  // namespace nsys_ai
