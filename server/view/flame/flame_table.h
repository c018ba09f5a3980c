// A flame graph as an indented table, for a terminal and a document.
#pragma once

#include <cstddef>

#include "view/flame/flame_view.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Frames that are alone in the one around them and take all of it share its row: `main › run › step`. Shows
// the `most` largest rows, with those around them; 0 for all.
PageTable flame_table(const FlameGraph& graph, size_t most);

}  // namespace nsys_ai
