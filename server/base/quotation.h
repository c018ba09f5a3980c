// What somebody gave, as a message repeats it.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// On one line, without active characters, and no longer than helps to know it again: a caller may give
// megabytes, and every message that names what it was given goes through here.
std::string quotation(std::string_view given);

}  // namespace nsys_ai
