// What a workspace compared before, as a page and as a section of others.
#pragma once

#include "features/workspace/history.h"
#include "view/pages/page.h"

namespace nsys_ai {

// All entries, in order.
Page history_page(const History& history);

// A section with the last comparisons of a workspace; adds nothing where none was kept.
void add_history(const std::vector<std::filesystem::path>& workspace, Page& page);
// Differs after another comparison was kept.
std::string version_of_history(const std::vector<std::filesystem::path>& workspace);

}  // namespace nsys_ai
