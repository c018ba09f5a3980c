// The timeline and the tree in the terminal, for the commands that open them.
#pragma once

#include <string>

#include "cli/common.h"
#include "tui/tui_session.h"

namespace nsys_ai {

// Shows the view until the person quits; returns the exit code. `at` is a target to begin at, which is one of
// the timeline, or empty; `against` the file of a run to compare with, or empty.
int show_in_terminal(const ProfileArguments& profile, const std::string& at, TuiView first,
                     const std::string& against = "");

}  // namespace nsys_ai
