// Queries that lie beside the one that is asked: most words are the same, and one says another thing.
#pragma once

#include <string>
#include <vector>

namespace nsys_ai::inline agent {

// Whether a word of a frame says the other side of a bound, another measure, or another thing than the
// template.
bool is_near_miss(const std::vector<std::string>& words, const std::string& query_template);

}  // namespace nsys_ai::inline agent
