// One row of a table: where the requested cells are in its record.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace nsys_ai {

// Bytes that must be readable after every record, so that integers can be loaded eight bytes at a time.
inline constexpr size_t kRecordSlack = 16;

inline uint64_t load_big_endian(const unsigned char* at) {
  uint64_t bits;
  std::memcpy(&bits, at, sizeof(bits));
  if constexpr (std::endian::native == std::endian::little) bits = __builtin_bswap64(bits);
  return bits;
}

// A cell as it is stored in the file: the declared type of a column is a claim, not a fact.
struct StoredCell {
  // absent: this version of the table has no such column. constant: a small integer that takes no room.
  enum class Kind : uint8_t { absent, null, constant, integer, row_id, real, text, blob };
  Kind kind = Kind::absent;
  uint8_t shift = 0;    // of an integer: 64 less its bits
  uint32_t offset = 0;  // in the record; of a constant: the value
  uint32_t size = 0;    // of text and blobs, in bytes
};

// Cells are addressed by their index in the list of requested columns. Valid until the next row.
class TableRow {
 public:
  static constexpr size_t kMaxCells = 32;
  using StoredCells = std::array<StoredCell, kMaxCells>;

  int64_t id() const { return id_; }
  bool has_column(size_t at) const { return (*cells_)[at].kind != StoredCell::Kind::absent; }
  // Whether the cell is NULL, or the table has no such column.
  bool is_null(size_t at) const { return (*cells_)[at].kind <= StoredCell::Kind::null; }
  // An integer, or a real number without a fraction. Anything else but NULL is counted as malformed. `value`
  // stays as it is where there is none. Unlike an optional it stays in a register, which every row of a
  // profile is read by.
  [[gnu::always_inline]] bool read_integer(size_t at, int64_t& value) {
    const StoredCell& cell = (*cells_)[at];
    if (cell.kind == StoredCell::Kind::integer) {
      value = static_cast<int64_t>(load_big_endian(record_ + cell.offset)) >> cell.shift;
      return true;
    }
    if (cell.kind == StoredCell::Kind::constant) {
      value = cell.offset;
      return true;
    }
    if (cell.kind <= StoredCell::Kind::null) return false;
    return read_unusual_integer(cell, value);
  }
  [[gnu::always_inline]] std::optional<int64_t> integer(size_t at) {
    int64_t value = 0;
    return read_integer(at, value) ? std::optional(value) : std::nullopt;
  }
  [[gnu::always_inline]] int64_t integer_or(size_t at, int64_t otherwise) {
    read_integer(at, otherwise);
    return otherwise;
  }
  // Text or a blob, by its byte count, so that NUL bytes inside survive. A number is counted as malformed.
  std::optional<std::string_view> text(size_t at) {
    const StoredCell& cell = (*cells_)[at];
    if (cell.kind != StoredCell::Kind::text && cell.kind != StoredCell::Kind::blob) {
      malformed_texts_ += cell.kind <= StoredCell::Kind::null ? 0 : 1;
      return std::nullopt;
    }
    return std::string_view(reinterpret_cast<const char*>(record_ + cell.offset), cell.size);
  }
  std::optional<double> real(size_t at) {
    const StoredCell& cell = (*cells_)[at];
    if (cell.kind == StoredCell::Kind::real)
      return std::bit_cast<double>(load_big_endian(record_ + cell.offset));
    if (const auto number = integer(at)) return static_cast<double>(*number);
    return std::nullopt;
  }
  // Cells so far that held something other than the number that belongs there.
  int64_t malformed_cells() const { return malformed_cells_; }
  // Likewise, than text.
  int64_t malformed_texts() const { return malformed_texts_; }

  // For readers of rows: what is pointed to must stay valid until the next call.
  void set(int64_t id, const StoredCells& cells, const unsigned char* record) {
    id_ = id;
    cells_ = &cells;
    record_ = record;
  }

 private:
  [[gnu::noinline]] bool read_unusual_integer(const StoredCell& cell, int64_t& value) {
    if (cell.kind == StoredCell::Kind::row_id) {
      value = id_;
      return true;
    }
    if (cell.kind == StoredCell::Kind::real) {
      const double real = std::bit_cast<double>(load_big_endian(record_ + cell.offset));
      // Beyond 2^62 a double says nothing precise about a time anyway.
      if (std::abs(real) < 0x1p62 && std::trunc(real) == real) {
        value = static_cast<int64_t>(real);
        return true;
      }
    }
    ++malformed_cells_;
    return false;
  }

  const StoredCells* cells_ = nullptr;
  const unsigned char* record_ = nullptr;
  int64_t id_ = 0;
  int64_t malformed_cells_ = 0;
  int64_t malformed_texts_ = 0;
};

}  // namespace nsys_ai
