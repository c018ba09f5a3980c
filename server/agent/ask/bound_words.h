// `longer than 5 us`, `with more than 100 registers`, `5 us or longer`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// The number at `at` that has no unit and no fraction.
std::optional<int64_t> whole_number(const ReadWords& reading, size_t at);

// How many tokens at `at` say a bound, which is then in `reading.numbers`; 0 where none do.
size_t bound_words(ReadWords& reading, size_t at);
// The same, where the number comes first.
size_t bound_behind(ReadWords& reading, size_t at);

}  // namespace nsys_ai::inline agent
