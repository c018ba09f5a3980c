// Integers of SQLite's file format that take as many bytes as they need.
#pragma once

#include <cstdint>

namespace nsys_ai {

// A variable-length integer; returns the byte after it. Reads nine bytes at most.
inline const unsigned char* read_varint(const unsigned char* at, uint64_t& value) {
  value = *at & 0x7F;
  if ((*at++ & 0x80) == 0) return at;
  for (int i = 1; i < 8; ++i) {
    value = value << 7 | (*at & 0x7F);
    if ((*at++ & 0x80) == 0) return at;
  }
  value = value << 8 | *at++;
  return at;
}

}  // namespace nsys_ai
