// Random numbers that are the same on every machine, unlike the distributions of <random>.
#pragma once

#include <cstdint>

namespace nsys_ai::bench {

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  // In [0, bound), for bounds below 2^32.
  int64_t below(int64_t bound) {
    return static_cast<int64_t>((next() >> 32) * static_cast<uint64_t>(bound) >> 32);
  }
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  // In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

}  // namespace nsys_ai::bench
