// `A / B`, `A as a share of B`, `how much longer is A than B`: two questions, of which each is read as if it
// stood alone, and one sign between their figures.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

using ReadWhole = std::function<Result<ReadQuery>(const std::string& question)>;

// Nothing where no words stand between two parts that are both figures, or where they do not say where both
// are.
Result<std::optional<ReadQuery>> read_two_questions(const std::string& question, const ReadWhole& read);

}  // namespace nsys_ai::inline agent
