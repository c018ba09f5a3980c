// Profiles that no program writes, but a file can hold: shapes in which a careless algorithm never ends.
#pragma once

#include <vector>

#include "tests/bench/shapes.h"

namespace nsys_ai::bench {

// Sorted by their names. `shaped` makes them too: `scale` times as many rows, and of what they are named
// after: processes, streams, names, threads.
const std::vector<Shape>& hostile_shapes();

}  // namespace nsys_ai::bench
