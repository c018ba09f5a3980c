// Appends JSON directly to a string, for results with too many rows to build a JSON value first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai {

// JavaScript represents integers exactly up to here; larger ones are sent as strings.
inline constexpr int64_t kExactInteger = int64_t{1} << 53;

// Adds the quotes; bytes that are not UTF-8 become U+FFFD.
void append_json(std::string& out, std::string_view text);
void append_json(std::string& out, int64_t value);

}  // namespace nsys_ai
