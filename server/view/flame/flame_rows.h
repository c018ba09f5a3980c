// The frames of a flame graph as the rows of an answer.
#pragma once

#include "view/flame/flame_view.h"

namespace nsys_ai {

// A row for each node that is shown.
void add_flame_rows(FlameView& view);

}  // namespace nsys_ai
