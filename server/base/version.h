// The program's version, which the build defines. The protocol has a version of its own.
#pragma once

#include <string_view>

namespace nsys_ai {

inline constexpr std::string_view kProgramVersion = NSYS_AI_VERSION;

}  // namespace nsys_ai
