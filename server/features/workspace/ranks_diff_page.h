// Lays out the comparison of two experiments, for all front ends.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/nsys_ranks_compare.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Without a title, since the verdict comes first. Of each table at most that many rows.
Page ranks_diff_page(const nsys::RanksComparison& comparison, size_t most = 20);
// At most that many bytes: rows are left out, and counted, where it would be more.
std::string ranks_diff_markdown(const nsys::RanksComparison& comparison, size_t most_bytes);

}  // namespace nsys_ai
