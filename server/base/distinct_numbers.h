// Numbers the distinct values among many items, on all cores.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace nsys_ai {

inline uint32_t hash_of_text(std::string_view text) {
  const size_t hash = std::hash<std::string_view>()(text);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

struct DistinctNumbers {
  std::vector<uint32_t> of;  // by item; equal items have the same number
  uint32_t count = 0;        // of distinct values: all numbers are smaller; they ascend by first occurrence
};

// The steps of `distinct_numbers`.
template <class HashOf, class Same>
class DistinctNumbering {
 public:
  DistinctNumbering(size_t count, HashOf hash_of, Same same)
      : count_(count),
        hash_of_(hash_of),
        same_(same),
        // One thread finishes a small input before others would have started.
        threads_(count <= kPiece / 2 ? 1 : usable_cores()),
        shard_bits_(count <= kPiece / 2 ? 0 : 6),
        shards_(size_t{1} << shard_bits_),
        pieces_((count + kPiece - 1) / kPiece),
        hashes_(count),
        first_(count) {}

  DistinctNumbers numbers() {
    deal_out();
    find_first();
    number();
    return std::move(numbers_);
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  static constexpr size_t kPiece = 1 << 16;

  size_t shard_of(uint32_t hash) const {
    return shard_bits_ == 0 ? 0 : static_cast<size_t>(hash >> (32 - shard_bits_));
  }
  template <class Take>
  void each_piece(Take take) const {
    parallel_for(threads_, pieces_,
                 [&](size_t piece) { take(piece, piece * kPiece, std::min(count_, (piece + 1) * kPiece)); });
  }

  // Distributes the items to shards; each shard keeps their order.
  void deal_out() {
    std::vector<uint32_t> next(pieces_ * shards_, 0);
    each_piece([&](size_t piece, size_t from, size_t to) {
      for (size_t i = from; i < to; ++i) {
        hashes_[i] = hash_of_(i);
        ++next[piece * shards_ + shard_of(hashes_[i])];
      }
    });
    begins_.assign(shards_ + 1, 0);
    for (size_t shard = 0; shard < shards_; ++shard) {
      begins_[shard + 1] = begins_[shard];
      for (size_t piece = 0; piece < pieces_; ++piece) {
        const uint32_t here = next[piece * shards_ + shard];
        next[piece * shards_ + shard] = begins_[shard + 1];
        begins_[shard + 1] += here;
      }
    }
    numbers_.of.resize(count_);
    each_piece([&](size_t piece, size_t from, size_t to) {
      for (size_t i = from; i < to; ++i)
        numbers_.of[next[piece * shards_ + shard_of(hashes_[i])]++] = static_cast<uint32_t>(i);
    });
  }

  void find_first() {
    parallel_for(threads_, shards_, [&](size_t shard) {
      const size_t here = begins_[shard + 1] - begins_[shard];
      const size_t mask = std::bit_ceil(here * 2 + 1) - 1;
      std::vector<uint32_t> slots(mask + 1, kFree);
      for (size_t at = begins_[shard]; at < begins_[shard + 1]; ++at) {
        const uint32_t thing = numbers_.of[at];
        size_t slot = hashes_[thing] & mask;
        while (slots[slot] != kFree &&
               (hashes_[slots[slot]] != hashes_[thing] || !same_(size_t{slots[slot]}, size_t{thing})))
          slot = (slot + 1) & mask;
        if (slots[slot] == kFree) slots[slot] = thing;
        first_[thing] = slots[slot];
      }
    });
  }

  // Numbers the first of equal items before the others read its number.
  void number() {
    std::vector<uint32_t> of_piece(pieces_ + 1, 0);
    each_piece([&](size_t piece, size_t from, size_t to) {
      for (size_t i = from; i < to; ++i) of_piece[piece + 1] += first_[i] == i ? 1 : 0;
    });
    for (size_t piece = 0; piece < pieces_; ++piece) of_piece[piece + 1] += of_piece[piece];
    each_piece([&](size_t piece, size_t from, size_t to) {
      uint32_t number = of_piece[piece];
      for (size_t i = from; i < to; ++i)
        if (first_[i] == i) numbers_.of[i] = number++;
    });
    each_piece([&](size_t, size_t from, size_t to) {
      for (size_t i = from; i < to; ++i)
        if (first_[i] != i) numbers_.of[i] = numbers_.of[first_[i]];
    });
    numbers_.count = of_piece[pieces_];
  }

  size_t count_;
  HashOf hash_of_;
  Same same_;
  size_t threads_;
  uint32_t shard_bits_;
  size_t shards_;
  size_t pieces_;
  std::vector<uint32_t> hashes_;
  std::vector<uint32_t> begins_;  // by shard: its first position in the list of distributed items
  std::vector<uint32_t> first_;   // by item: the first item equal to it
  DistinctNumbers numbers_;       // holds the items in order of their shards first, then the numbers
};

// Numbers the items 0 to `count` - 1; `count` is below 2^32. `hash_of(i)` has 32 bits, of which the highest
// must vary as well; `same(i, j)` compares items with equal hashes. The numbers depend neither on the number
// of threads nor on the hashes.
template <class HashOf, class Same>
DistinctNumbers distinct_numbers(size_t count, HashOf hash_of, Same same) {
  return DistinctNumbering<HashOf, Same>(count, hash_of, same).numbers();
}

}  // namespace nsys_ai
