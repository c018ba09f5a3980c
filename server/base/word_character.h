// The letters of identifiers. The standard functions follow the locale and take an int.
#pragma once

namespace nsys_ai {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace nsys_ai
