// Sorts many records by an integer key in time that grows with their number alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nsys_ai::inline base {

// Stable. `key_of(record)` is unsigned; only as many of its bits are looked at as the largest one has. Takes
// room for the records once more.
template <class Record, class KeyOf>
void radix_sort(std::vector<Record>& records, KeyOf key_of) {
  constexpr int kBits = 11;
  constexpr uint64_t kMask = (uint64_t{1} << kBits) - 1;
  uint64_t all = 0;
  for (const Record& record : records) all |= key_of(record);
  std::vector<Record> other(records.size());
  for (int shift = 0; shift < 64 && all >> shift != 0; shift += kBits) {
    std::array<size_t, kMask + 1> place{};
    for (const Record& record : records) ++place[key_of(record) >> shift & kMask];
    size_t next = 0;
    for (size_t& of : place) next += std::exchange(of, next);
    for (const Record& record : records) other[place[key_of(record) >> shift & kMask]++] = record;
    records.swap(other);
  }
}

}  // namespace nsys_ai::inline base
