// Numbers in a question, with the words around them that say what they are of.
#pragma once

#include <cstddef>

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// How many tokens at `at` say a part of the capture, a bound, a rank or the like, which are then in
// `reading.numbers`; 0 where none do.
size_t read_number_words(ReadWords& reading, size_t at);

}  // namespace nsys_ai::inline agent
