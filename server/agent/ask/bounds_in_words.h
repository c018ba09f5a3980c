// The bounds of a query as it is told: ` longer than 1 ms`, ` with exactly 168 registers`.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/query.h"

namespace nsys_ai::inline agent {

// In the words that are read as the same bounds again, a space before each; empty for none.
std::string bounds_in_words(const std::vector<Bound>& bounds);

}  // namespace nsys_ai::inline agent
