// One row of a table: the positions of the requested cells in its record.
#pragma once

#include <array>
#include <bit>
#include <charconv>
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
  // absent: this version of the table lacks the column. constant: a small integer without stored bytes.
  enum class Kind : uint8_t { absent, null, constant, integer, row_id, real, text, blob };
  Kind kind = Kind::absent;
  uint8_t shift = 0;    // for an integer: 64 minus its bits
  uint32_t offset = 0;  // in the record; for a constant its value
  uint32_t size = 0;    // of texts and blobs, in bytes
};

// Cells are addressed by their index in the list of requested columns. Valid until the next row.
class TableRow {
 public:
  static constexpr size_t kMaxCells = 32;
  using StoredCells = std::array<StoredCell, kMaxCells>;

  int64_t id() const { return id_; }
  bool has_column(size_t at) const { return (*cells_)[at].kind != StoredCell::Kind::absent; }
  // Whether the cell is NULL or an empty text, or the table lacks the column.
  bool is_null(size_t at) const {
    const StoredCell& cell = (*cells_)[at];
    return cell.kind <= StoredCell::Kind::null || (cell.kind == StoredCell::Kind::text && cell.size == 0);
  }
  // Reads an integer, a real number without a fraction, or a text that is one of the two. Any other value
  // except NULL and an empty text counts as malformed.
  // Returns false and keeps `value` where there is none. Unlike an optional, it stays in a register, which
  // matters because every row of a profile is read with it.
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
  // Text or a blob, by its byte count, so that embedded NUL bytes are preserved. A number counts as
  // malformed.
  std::optional<std::string_view> text(size_t at) {
    const StoredCell& cell = (*cells_)[at];
    if (cell.kind != StoredCell::Kind::text && cell.kind != StoredCell::Kind::blob) {
      malformed_texts_ += cell.kind <= StoredCell::Kind::null ? 0 : 1;
      return std::nullopt;
    }
    return bytes_of(cell);
  }
  std::optional<double> real(size_t at) {
    const StoredCell& cell = (*cells_)[at];
    if (cell.kind == StoredCell::Kind::real)
      return std::bit_cast<double>(load_big_endian(record_ + cell.offset));
    if (cell.kind == StoredCell::Kind::text)
      if (const auto number = real_of(bytes_of(cell))) return number;
    if (const auto number = integer(at)) return static_cast<double>(*number);
    return std::nullopt;
  }
  // Number of cells so far with a value other than the expected number.
  int64_t malformed_cells() const { return malformed_cells_; }
  // Number of cells so far with a value other than the expected text.
  int64_t malformed_texts() const { return malformed_texts_; }

  // For code that reads rows: the pointers must stay valid until the next call.
  void set(int64_t id, const StoredCells& cells, const unsigned char* record) {
    id_ = id;
    cells_ = &cells;
    record_ = record;
  }

 private:
  std::string_view bytes_of(const StoredCell& cell) const {
    return {reinterpret_cast<const char*>(record_ + cell.offset), cell.size};
  }
  // The number that a text is from its first byte to its last, as tools write it that import CSV.
  template <class Number>
  static std::optional<Number> number_of(std::string_view text) {
    Number number{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
  }
  static std::optional<double> real_of(std::string_view text) { return number_of<double>(text); }
  static std::optional<int64_t> whole_number(std::optional<double> real) {
    // Beyond 2^62 a double is too imprecise for a time.
    if (!real || !(std::abs(*real) < 0x1p62) || std::trunc(*real) != *real) return std::nullopt;
    return static_cast<int64_t>(*real);
  }
  [[gnu::noinline]] bool read_unusual_integer(const StoredCell& cell, int64_t& value) {
    std::optional<int64_t> number;
    if (cell.kind == StoredCell::Kind::row_id) {
      number = id_;
    } else if (cell.kind == StoredCell::Kind::real) {
      number = whole_number(std::bit_cast<double>(load_big_endian(record_ + cell.offset)));
    } else if (cell.kind == StoredCell::Kind::text) {
      if (cell.size == 0) return false;
      number = number_of<int64_t>(bytes_of(cell));
      if (!number) number = whole_number(real_of(bytes_of(cell)));
    }
    if (number)
      value = *number;
    else
      ++malformed_cells_;
    return number.has_value();
  }

  const StoredCells* cells_ = nullptr;
  const unsigned char* record_ = nullptr;
  int64_t id_ = 0;
  int64_t malformed_cells_ = 0;
  int64_t malformed_texts_ = 0;
};

}  // namespace nsys_ai
