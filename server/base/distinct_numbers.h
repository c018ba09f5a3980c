// Numbers what is distinct among many things, on all cores.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/parallel.h"

namespace nsys_ai::inline base {

inline uint32_t hash_of_text(std::string_view text) {
  const size_t hash = std::hash<std::string_view>()(text);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

struct DistinctNumbers {
  std::vector<uint32_t> of;  // by thing; equal things have one number
  uint32_t count = 0;        // numbers are below; they ascend as things occur first
};

// Of the things below `count`, of which there are fewer than 2^32. `hash_of(i)` has 32 bits, of which the
// highest tell things apart too; `same(i, j)` is asked of things with one hash. Numbers depend on neither
// the threads nor the hashes.
template <class HashOf, class Same>
DistinctNumbers distinct_numbers(size_t count, HashOf hash_of, Same same) {
  constexpr uint32_t kFree = UINT32_MAX;
  constexpr size_t kPiece = 1 << 16;
  // What is small is done by one thread before others have begun.
  const bool is_small = count <= kPiece / 2;
  const size_t threads = is_small ? 1 : usable_cores();
  const uint32_t shard_bits = is_small ? 0 : 6;
  const size_t shards = size_t{1} << shard_bits;
  const size_t pieces = (count + kPiece - 1) / kPiece;
  const auto shard_of = [&](uint32_t hash) {
    return shard_bits == 0 ? 0 : static_cast<size_t>(hash >> (32 - shard_bits));
  };
  const auto each_piece = [&](auto take) {
    parallel_for(threads, pieces,
                 [&](size_t piece) { take(piece, piece * kPiece, std::min(count, (piece + 1) * kPiece)); });
  };

  // Each shard gets its things in their order.
  std::vector<uint32_t> hashes(count);
  std::vector<uint32_t> next(pieces * shards, 0);
  each_piece([&](size_t piece, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      hashes[i] = hash_of(i);
      ++next[piece * shards + shard_of(hashes[i])];
    }
  });
  std::vector<uint32_t> begins(shards + 1, 0);
  for (size_t shard = 0; shard < shards; ++shard) {
    begins[shard + 1] = begins[shard];
    for (size_t piece = 0; piece < pieces; ++piece) {
      const uint32_t here = next[piece * shards + shard];
      next[piece * shards + shard] = begins[shard + 1];
      begins[shard + 1] += here;
    }
  }
  std::vector<uint32_t> by_shard(count);
  each_piece([&](size_t piece, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      by_shard[next[piece * shards + shard_of(hashes[i])]++] = static_cast<uint32_t>(i);
  });

  // By thing: the first one that is equal. It is numbered before others ask for its number.
  std::vector<uint32_t> first(count);
  parallel_for(threads, shards, [&](size_t shard) {
    const size_t here = begins[shard + 1] - begins[shard];
    const size_t mask = std::bit_ceil(here * 2 + 1) - 1;
    std::vector<uint32_t> slots(mask + 1, kFree);
    for (size_t at = begins[shard]; at < begins[shard + 1]; ++at) {
      const uint32_t thing = by_shard[at];
      size_t slot = hashes[thing] & mask;
      while (slots[slot] != kFree &&
             (hashes[slots[slot]] != hashes[thing] || !same(size_t{slots[slot]}, size_t{thing})))
        slot = (slot + 1) & mask;
      if (slots[slot] == kFree) slots[slot] = thing;
      first[thing] = slots[slot];
    }
  });
  DistinctNumbers numbers{std::move(by_shard), 0};
  std::vector<uint32_t> of_piece(pieces + 1, 0);
  each_piece([&](size_t piece, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) of_piece[piece + 1] += first[i] == i ? 1 : 0;
  });
  for (size_t piece = 0; piece < pieces; ++piece) of_piece[piece + 1] += of_piece[piece];
  each_piece([&](size_t piece, size_t from, size_t to) {
    uint32_t number = of_piece[piece];
    for (size_t i = from; i < to; ++i)
      if (first[i] == i) numbers.of[i] = number++;
  });
  each_piece([&](size_t, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      if (first[i] != i) numbers.of[i] = numbers.of[first[i]];
  });
  numbers.count = of_piece[pieces];
  return numbers;
}

}  // namespace nsys_ai::inline base
