// Turns the names in a card into links to their documents, for editors.
#pragma once

#include <string>

#include "profile/profile.h"

namespace nsys_ai {

// A card in the form that an editor's hover shows. A name that has no document stays plain text. Hovers do
// not link to the timeline: lenses and code actions do.
std::string with_document_links(const Profile& profile, const std::string& card);

}  // namespace nsys_ai
