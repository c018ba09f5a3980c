// A flame graph as text for other programs, with all of its frames.
#pragma once

#include <string>
#include <string_view>

#include "view/flame/flame_view.h"

namespace nsys_ai {

// A line a stack: its frames from the outermost on with `;` between, a blank, and its samples or nanoseconds.
// In names
// `;` becomes `:`.
std::string folded_stacks(const FlameGraph& graph);

// The file format of speedscope.app: one profile of weighted samples.
std::string speedscope_json(const FlameGraph& graph, std::string_view name);

}  // namespace nsys_ai
