// A checksum that detects accidental changes of bytes, but not forgery.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace nsys_ai {

// 64 bits, at about the speed of memory: four lanes with invertible steps, so that a change of any single
// word is always detected. Depends on the byte order of the machine.
inline uint64_t checksum(const void* bytes, size_t count, uint64_t seed = 0) {
  constexpr uint64_t kOdd = 0x9E3779B185EBCA87;
  constexpr uint64_t kOther = 0xC2B2AE3D27D4EB4F;
  const auto* at = static_cast<const unsigned char*>(bytes);
  const auto step = [](uint64_t lane, uint64_t word) { return std::rotl(lane + word * kOther, 31) * kOdd; };
  const auto word_at = [](const unsigned char* from, size_t size) {
    uint64_t word = 0;
    std::memcpy(&word, from, size);
    return word;
  };
  std::array<uint64_t, 4> lanes = {seed + kOdd + kOther, seed + kOther, seed, seed - kOdd};
  size_t left = count;
  for (; left >= 32; left -= 32, at += 32)
    for (size_t lane = 0; lane < 4; ++lane) lanes[lane] = step(lanes[lane], word_at(at + lane * 8, 8));
  uint64_t sum = count * kOdd;
  for (const uint64_t lane : lanes) sum = step(sum, lane);
  for (; left >= 8; left -= 8, at += 8) sum = step(sum, word_at(at, 8));
  if (left > 0) sum = step(sum, word_at(at, left));
  sum = (sum ^ sum >> 33) * kOther;
  return sum ^ sum >> 29;
}

}  // namespace nsys_ai
