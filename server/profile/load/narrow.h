// Converts numbers of a file to their stored width.
#pragma once

#include <algorithm>
#include <cstdint>

namespace nsys_ai {

inline int32_t narrow_number(int64_t value) {
  return static_cast<int32_t>(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX));
}
// Kinds and classes are small; 255 means none.
inline uint8_t narrow_kind(int64_t value) {
  return value < 0 || value > 254 ? 255 : static_cast<uint8_t>(value);
}

}  // namespace nsys_ai
