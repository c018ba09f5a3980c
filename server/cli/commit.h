// The commit of this build.
#pragma once

#include <string_view>

namespace nsys_ai {

// The commit, with "-dirty" if the sources have changed since; empty if they are not under version control.
std::string_view program_commit();

}  // namespace nsys_ai
