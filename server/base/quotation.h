// Quotes a caller's input in a message.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// Puts the input on one line, without active characters, and shortens it to a recognizable length. A caller
// may send megabytes, so every message that repeats input uses this.
std::string quotation(std::string_view given);

}  // namespace nsys_ai
