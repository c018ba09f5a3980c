// Reads big-endian numbers, which SQLite files use.
#pragma once

#include <cstdint>

namespace nsys_ai {

inline uint32_t big_endian_16(const unsigned char* at) { return uint32_t{at[0]} << 8 | at[1]; }
inline uint32_t big_endian_32(const unsigned char* at) {
  return big_endian_16(at) << 16 | big_endian_16(at + 2);
}

}  // namespace nsys_ai
