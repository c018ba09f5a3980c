// The frames of a flame graph as the rows of an answer.
#pragma once

#include "view/flame/flame_view.h"

namespace nsys_ai {

// A row for each of the `most` largest frames from the root on, 0 for all, and for those around it.
void add_flame_rows(uint32_t root, size_t most, FlameView& view);

}  // namespace nsys_ai
