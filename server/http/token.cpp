// Makes and compares tokens.
#include "http/token.h"

#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace nsys_ai {

std::string fresh_token() {
  std::array<unsigned char, 16> bits{};
  if (getentropy(bits.data(), bits.size()) != 0) {
    throw std::system_error(errno, std::generic_category(), "The system's random source cannot be read");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bits) {
    token += kDigits[byte >> 4];
    token += kDigits[byte & 15];
  }
  return token;
}

bool same_token(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace nsys_ai
