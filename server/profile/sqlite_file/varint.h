// Variable-length integers of SQLite's file format.
#pragma once

#include <cstdint>

namespace nsys_ai {

// Reads an integer of at most nine bytes; returns the byte after it.
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
