// One row of a table: where the cells that were asked for lie in its record.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace nsys_ai {

// Bytes that must be readable behind every record, so that integers are loaded eight bytes at a time.
inline constexpr size_t kRecordSlack = 16;

inline uint64_t load_big_endian(const unsigned char* at) {
  uint64_t bits;
  std::memcpy(&bits, at, sizeof(bits));
  if constexpr (std::endian::native == std::endian::little) bits = __builtin_bswap64(bits);
  return bits;
}

// A cell as it lies in the file: the type of a column is a claim, not a fact.
struct Cell {
  // absent: this version of the table has no such column. constant: a small integer that takes no room.
  enum class Kind : uint8_t { absent, null, constant, integer, row_id, real, text, blob };
  Kind kind = Kind::absent;
  uint8_t shift = 0;    // of an integer: 64 less its bits
  uint32_t offset = 0;  // in the record; of a constant: the value
  uint32_t size = 0;    // of text and blobs, in bytes
};

// Cells are addressed by their place in the list of wanted columns. Good until the next row.
class Row {
 public:
  static constexpr size_t kMostCells = 32;
  using Cells = std::array<Cell, kMostCells>;

  int64_t id() const { return id_; }
  bool has_column(size_t at) const { return (*cells_)[at].kind != Cell::Kind::absent; }
  // An integer, or a real number without a fraction. Anything else but NULL is counted as odd.
  [[gnu::always_inline]] std::optional<int64_t> integer(size_t at) {
    const Cell& cell = (*cells_)[at];
    if (cell.kind == Cell::Kind::integer)
      return static_cast<int64_t>(load_big_endian(record_ + cell.offset)) >> cell.shift;
    if (cell.kind == Cell::Kind::constant) return cell.offset;
    if (cell.kind <= Cell::Kind::null) return std::nullopt;
    return unusual_integer(cell);
  }
  [[gnu::always_inline]] int64_t integer_or(size_t at, int64_t otherwise) {
    return integer(at).value_or(otherwise);
  }
  // Text or a blob, by its byte count, so that NUL bytes inside survive.
  std::optional<std::string_view> text(size_t at) const {
    const Cell& cell = (*cells_)[at];
    if (cell.kind != Cell::Kind::text && cell.kind != Cell::Kind::blob) return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(record_ + cell.offset), cell.size);
  }
  std::optional<double> real(size_t at) {
    const Cell& cell = (*cells_)[at];
    if (cell.kind == Cell::Kind::real) return std::bit_cast<double>(load_big_endian(record_ + cell.offset));
    if (const auto number = integer(at)) return static_cast<double>(*number);
    return std::nullopt;
  }
  // Cells so far that held something, but no number where one belongs.
  int64_t odd_cells() const { return odd_cells_; }

  // For those who read rows: what is pointed to must last until the next call.
  void set(int64_t id, const Cells& cells, const unsigned char* record) {
    id_ = id;
    cells_ = &cells;
    record_ = record;
  }

 private:
  std::optional<int64_t> unusual_integer(const Cell& cell) {
    if (cell.kind == Cell::Kind::row_id) return id_;
    if (cell.kind == Cell::Kind::real) {
      const double real = std::bit_cast<double>(load_big_endian(record_ + cell.offset));
      // Beyond 2^62 a double says nothing precise about a time anyway.
      if (std::abs(real) < 0x1p62 && std::trunc(real) == real) return static_cast<int64_t>(real);
    }
    ++odd_cells_;
    return std::nullopt;
  }

  const Cells* cells_ = nullptr;
  const unsigned char* record_ = nullptr;
  int64_t id_ = 0;
  int64_t odd_cells_ = 0;
};

}  // namespace nsys_ai
