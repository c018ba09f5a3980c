// Unguessable names: 128 bits from the system's random source, as hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

// 32 digits. Throws std::system_error if the system has no random source.
std::string fresh_token();

// Takes the same time wherever two tokens begin to differ, so that timing reveals nothing about a token.
bool same_token(std::string_view a, std::string_view b);

}  // namespace nsys_ai
