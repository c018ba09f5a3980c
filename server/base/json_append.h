// JSON written straight into a text, for rows that are too many to be values first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai {

// JavaScript's numbers are exact up to here; an integer beyond travels as a string.
inline constexpr int64_t kExactInteger = int64_t{1} << 53;

// With its quotes; bytes that are not UTF-8 become U+FFFD.
void append_json(std::string& out, std::string_view text);
void append_json(std::string& out, int64_t value);

}  // namespace nsys_ai
