// Types that a mangled name encodes as one letter.
#pragma once

#include <array>
#include <string_view>

namespace nsys_ai {

struct MangledType {
  char letter;
  std::string_view name;
};
inline constexpr std::array<MangledType, 21> kMangledTypes = {{
    {'v', "void"},
    {'b', "bool"},
    {'c', "char"},
    {'a', "signed char"},
    {'h', "unsigned char"},
    {'s', "short"},
    {'t', "unsigned short"},
    {'i', "int"},
    {'j', "unsigned int"},
    {'l', "long"},
    {'m', "unsigned long"},
    {'x', "long long"},
    {'y', "unsigned long long"},
    {'f', "float"},
    {'d', "double"},
    {'e', "long double"},
    {'n', "__int128"},
    {'o', "unsigned __int128"},
    {'w', "wchar_t"},
    {'g', "__float128"},
    {'z', "..."},
}};

struct MangledAbbreviation {
  char letter;
  std::string_view name;
};
inline constexpr std::array<MangledAbbreviation, 6> kMangledAbbreviations = {{{'a', "std::allocator"},
                                                                              {'b', "std::basic_string"},
                                                                              {'s', "std::string"},
                                                                              {'i', "std::istream"},
                                                                              {'o', "std::ostream"},
                                                                              {'d', "std::iostream"}}};

}  // namespace nsys_ai
