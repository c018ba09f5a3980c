// Locates the rows of a leaf on its page.
//
// The format is described at https://www.sqlite.org/fileformat2.html#b_tree_pages.
#pragma once

#include <cstdint>

#include "profile/sqlite_file/big_endian.h"
#include "profile/sqlite_file/varint.h"

namespace nsys_ai {

// A row as it is stored on its page.
struct StoredRow {
  int64_t id = 0;
  const unsigned char* record = nullptr;
  uint32_t local = 0;     // bytes of the record on this page
  uint64_t whole = 0;     // bytes of the complete record
  uint32_t overflow = 0;  // the page where it continues; 0 when it does not
};

inline constexpr uint32_t kLeafHeader = 8;

// The same for a record that continues on other pages.
[[gnu::noinline]] inline bool long_stored_row(const unsigned char* page, uint32_t usable_size,
                                              StoredRow& row) {
  // The format's description defines how much of it stays on the page.
  const uint32_t most = usable_size - 35;
  const uint32_t least = (usable_size - 12) * 32 / 255 - 23;
  const auto fitting = least + static_cast<uint32_t>((row.whole - least) % (usable_size - 4));
  row.local = fitting <= most ? fitting : least;
  if (static_cast<uint32_t>(row.record - page) + row.local + 4 > usable_size) return false;
  row.overflow = big_endian_32(row.record + row.local);
  return true;
}

// False when the cell extends beyond the page. Called for every row of a profile, so it is inlined.
[[gnu::always_inline]] inline bool stored_row(const unsigned char* page, uint32_t usable_size, uint32_t at,
                                              StoredRow& row) {
  const uint32_t place = kLeafHeader + 2 * at;
  if (place + 2 > usable_size) return false;
  const uint32_t cell = big_endian_16(page + place);
  if (cell < kLeafHeader || cell >= usable_size) return false;
  uint64_t id = 0;
  row.record = read_varint(read_varint(page + cell, row.whole), id);
  row.id = static_cast<int64_t>(id);
  row.overflow = 0;
  if (row.whole > usable_size - 35) [[unlikely]]
    return long_stored_row(page, usable_size, row);
  row.local = static_cast<uint32_t>(row.whole);
  return static_cast<uint32_t>(row.record - page) + row.local <= usable_size;
}

}  // namespace nsys_ai
