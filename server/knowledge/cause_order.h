// The order in which causes claim time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "knowledge/cause.h"

namespace nsys_ai {

// Groups causes into rounds. Causes of one round claim disjoint uses; uses that a cause of an earlier round
// claimed are gone.
std::vector<std::vector<size_t>> turns_of(std::span<const Cause> causes);

}  // namespace nsys_ai
