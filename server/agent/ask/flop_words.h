// FLOPs that a question gives: of the work, of the peak, and their precision.
#pragma once

#include <cstddef>

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// Each tells how many tokens it has read; 0 where there is nothing for it.
size_t peak_words(ReadWords& r, size_t at);
size_t flop_words(ReadWords& r, size_t at);
size_t precision_words(ReadWords& r, size_t at);

}  // namespace nsys_ai::inline agent
