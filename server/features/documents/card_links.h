// The links of cards in an editor: what a card hangs together with leads to its document.
#pragma once

#include <string>

#include "profile/profile.h"

namespace nsys_ai {

// A card as an editor's hover can show it. Of what has no document the words remain; a hover leads to no
// timeline, which lenses and code actions do.
std::string with_document_links(const Profile& profile, const std::string& card);

}  // namespace nsys_ai
