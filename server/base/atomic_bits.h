// A bit set that several threads write at the same time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nsys_ai {

class AtomicBits {
 public:
  explicit AtomicBits(size_t size) : words_(size / 64 + 1) {}
  bool has(size_t at) const { return (words_[at / 64].load(std::memory_order_relaxed) >> at % 64 & 1) != 0; }
  // Sets the bit and returns whether it was clear before.
  bool add(size_t at) {
    if (has(at)) return false;
    const uint64_t bit = uint64_t{1} << at % 64;
    return (words_[at / 64].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }

 private:
  std::vector<std::atomic<uint64_t>> words_;
};

}  // namespace nsys_ai
