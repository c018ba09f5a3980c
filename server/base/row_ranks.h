// Numbers the chosen rows of a table from 0: rank over a bit vector.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nsys_ai {

// One bit for each row, and for every 64 rows a count of the chosen ones before them: three hundredths of the
// memory of a list of numbers.
class RowRanks {
 public:
  // Chooses the rows below `rows` for which `chosen(row)` holds.
  template <class Chosen>
  RowRanks(uint32_t rows, Chosen chosen) : words_(rows / kBits + 1) {
    for (uint32_t row = 0; row < rows; ++row) {
      if (row % kBits == 0) words_[row / kBits].before = size_;
      if (!chosen(row)) continue;
      words_[row / kBits].bits |= uint64_t{1} << row % kBits;
      ++size_;
    }
  }

  // The number of chosen rows.
  uint32_t size() const { return size_; }
  bool has(uint32_t row) const { return (words_[row / kBits].bits >> row % kBits & 1) != 0; }
  // The number of chosen rows before `row`, which must itself be chosen.
  uint32_t operator[](uint32_t row) const {
    const Word& word = words_[row / kBits];
    const uint64_t earlier = (uint64_t{1} << row % kBits) - 1;
    return word.before + static_cast<uint32_t>(std::popcount(word.bits & earlier));
  }

 private:
  static constexpr uint32_t kBits = 64;
  struct Word {
    uint64_t bits = 0;
    uint32_t before = 0;
  };
  std::vector<Word> words_;
  uint32_t size_ = 0;
};

}  // namespace nsys_ai
