// The part of a capture that is named by how much of it that is.
#pragma once

#include <cstddef>

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

// `the first half of the capture`, `the last 10 % of the run`: how many tokens say it; 0 where none do.
size_t part_of_capture(ReadWords& r, size_t at);

}  // namespace nsys_ai::inline agent
