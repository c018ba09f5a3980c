// Numbers and choices at random, the same for the same seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace nsys_ai::test {

class Random {
 public:
  explicit Random(uint32_t seed) : generator_(seed) {}

  int64_t below(int64_t end) { return std::uniform_int_distribution<int64_t>(0, end - 1)(generator_); }
  std::string one_of(const std::vector<std::string>& texts) {
    return texts[static_cast<size_t>(below(static_cast<int64_t>(texts.size())))];
  }
  // Short ones as often as long ones.
  int64_t duration() { return 1 + below(int64_t{1} << (4 + below(22))); }
  void shuffle(std::vector<std::string>& lines) { std::shuffle(lines.begin(), lines.end(), generator_); }

 private:
  std::mt19937 generator_;
};

}  // namespace nsys_ai::test
