// An experiment as a page: who is slow, why, and what each rank did.
#pragma once

#include <string>
#include <vector>

#include "protocol/nsys_ranks.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Tables list at most `most` rows each, and the steps of a rank are drawn by at most 12 columns.
Page ranks_page(const nsys::RankReport& report, size_t most);

// The first of them, and how many there are.
std::string listed_ranks(const std::vector<std::string>& ranks);

}  // namespace nsys_ai
