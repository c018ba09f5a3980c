// Reads eight bytes as one number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace nsys_ai {

// Little-endian on all machines.
inline uint64_t little_endian(const char* bytes) {
  uint64_t eight;
  std::memcpy(&eight, bytes, sizeof(eight));
  if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
  return eight;
}

}  // namespace nsys_ai
