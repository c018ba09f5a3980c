// Demangles C++ names of the Itanium ABI, as far as kernel names use it.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

struct Demangled {
  std::string_view text;        // points into the buffer: the qualified name with its template arguments
  std::string_view parameters;  // in parentheses, as far as they can be read
  bool whole = false;  // false: the encoding is unsupported or the name was truncated; the text ends there
};

// Reads `_Z...`. The text is never longer than kLongestDemangled, whatever its substitutions expand to.
constexpr size_t kLongestDemangled = size_t{1} << 14;
Demangled demangle(std::string_view mangled, std::string& buffer);

}  // namespace nsys_ai
