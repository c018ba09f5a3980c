// Encodes hexadecimal digits in half a byte each: a byte with their count, case and hyphens, followed by the
// digits.
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

// Decodes what was appended, removes it from `bytes` and appends it to `text`; false when `bytes` does not
// begin with an encoded text.
bool consume_hex(std::string_view& bytes, std::string& text);

// Returns its encoded size only.
std::optional<size_t> bytes_of_hex(std::string_view bytes);

}  // namespace nsys_ai
