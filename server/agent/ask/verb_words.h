// Words that are a verb in one place and mean something else in another.
#pragma once

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// Whether the word is such a verb; what it says, if anything, is added.
bool read_verb(ReadWords& reading, size_t at);

}  // namespace nsys_ai::inline agent
