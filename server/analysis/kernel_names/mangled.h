// Mangled C++ names of the Itanium ABI, as far as kernels need them.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai {

struct Demangled {
  std::string_view text;        // into the buffer: the qualified name with its template arguments
  std::string_view parameters;  // in brackets, as far as they can be read
  bool whole =
      false;  // false: an encoding that is not read here, or a name that was cut; the text ends there
};

// Reads `_Z...`. The text never becomes longer than kLongestDemangled, whatever substitutions ask for.
constexpr size_t kLongestDemangled = size_t{1} << 14;
Demangled demangle(std::string_view mangled, std::string& buffer);

}  // namespace nsys_ai
