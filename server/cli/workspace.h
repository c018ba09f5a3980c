// What commands take from the folder in which they run.
#pragma once

#include <vector>

#include "knowledge/suppression.h"

namespace nsys_ai {

// Of that folder, or of the nearest above it that has some. What is wrong with their file is told on stderr.
std::vector<Suppression> workspace_suppressions();

}  // namespace nsys_ai
