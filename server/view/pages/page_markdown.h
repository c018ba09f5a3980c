// A page as Markdown, to paste into an issue or a report.
#pragma once

#include <string>

#include "view/pages/page.h"

namespace nsys_ai {

// Escapes texts of the profile, so that they contain no link, image or HTML.
std::string markdown_of(const Page& page);

}  // namespace nsys_ai
