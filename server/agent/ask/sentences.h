// `cudaMemsetAsync should return at once. How long did the slowest one take?`
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The one sentence that asks, with what the others name in the place of `it` and `those`; empty where there
// is one sentence, or where the others say more than that: a number, a condition, or a second thing.
std::string sentence_that_asks(std::string_view question);

}  // namespace nsys_ai::inline agent
