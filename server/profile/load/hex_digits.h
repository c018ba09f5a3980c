// Hexadecimal digits in half a byte each: a byte that tells their count, case and hyphens, then the digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

constexpr size_t kMostHexDigits = 64;

// Appends a UUID of 36 characters, or up to kMostHexDigits digits whose letters have one case.
void append_hex(std::string& bytes, std::string_view text);

// Takes off what was appended, and puts it behind `text`; false when nothing such is there.
bool take_hex(std::string_view& bytes, std::string& text);

// The same without the text: how many bytes it is.
std::optional<size_t> bytes_of_hex(std::string_view bytes);

}  // namespace nsys_ai
