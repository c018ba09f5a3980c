// How a kernel was launched, in words.
#pragma once

#include <string>

#include "profile/profile.h"

namespace nsys_ai {

// "grid 8 x 4 x 2 of block 256 x 1 x 1, 32 registers a thread, 0 B shared memory"
std::string shape_text(const LaunchShape& shape);

}  // namespace nsys_ai
