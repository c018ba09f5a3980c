// A page as Markdown, to paste into an issue or a report.
#pragma once

#include <string>

#include "view/pages/page.h"

namespace nsys_ai {

// Texts of the profile are escaped; nothing in it is a link, an image or HTML.
std::string markdown_of(const Page& page);

}  // namespace nsys_ai
