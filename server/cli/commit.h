// What was built.
#pragma once

#include <string_view>

namespace nsys_ai {

// The commit, with "-dirty" where the sources were changed since; empty where they are under no version
// control.
std::string_view program_commit();

}  // namespace nsys_ai
