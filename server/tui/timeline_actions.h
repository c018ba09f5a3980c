// The actions of the timeline.
#pragma once

#include <span>

#include "tui/tui_action.h"

namespace nsys_ai {

// By mode: those of the timeline first. In each mode by name.
std::span<const TuiAction> timeline_actions();

}  // namespace nsys_ai
