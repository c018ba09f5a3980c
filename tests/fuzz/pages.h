// The bytes of an SQLite file as pages, cells and records, so that one chosen field can be damaged.
//
// It reads damaged files too: what lies outside reads as zero, and writing there does nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nsys_ai::fuzz {

// Offsets in the file header, of numbers with the high byte first.
inline constexpr size_t kPageSize = 16;
inline constexpr size_t kWriteVersion = 18;
inline constexpr size_t kReadVersion = 19;
inline constexpr size_t kReserved = 20;
inline constexpr size_t kMaxFraction = 21;
inline constexpr size_t kChangeCounter = 24;
inline constexpr size_t kPageCount = 28;
inline constexpr size_t kFreelist = 32;
inline constexpr size_t kFreePages = 36;
inline constexpr size_t kSchemaFormat = 44;
inline constexpr size_t kLargestRoot = 52;
inline constexpr size_t kEncoding = 56;
inline constexpr size_t kIncrementalVacuum = 64;
inline constexpr size_t kVersionValidFor = 92;
inline constexpr size_t kHeaderEnd = 100;

// Offsets in the header of a b-tree page.
inline constexpr size_t kKind = 0;
inline constexpr size_t kFreeBlock = 1;
inline constexpr size_t kCellCount = 3;
inline constexpr size_t kContentStart = 5;
inline constexpr size_t kFragmented = 7;
inline constexpr size_t kRightChild = 8;

enum PageKind : uint8_t { kInteriorIndex = 2, kInteriorTable = 5, kLeafIndex = 10, kLeafTable = 13 };

// All offsets count from the beginning of the file.
struct Page {
  uint32_t number = 0;
  size_t begin = 0;
  size_t header = 0;  // 100 later on the first page
  uint8_t kind = 0;
  size_t cells = 0;  // as the page claims
  bool is_interior() const { return kind == kInteriorTable || kind == kInteriorIndex; }
  size_t pointers() const { return header + (is_interior() ? 12 : 8); }
  size_t pointer(size_t cell) const { return pointers() + 2 * cell; }
};

// A cell of a leaf of a table.
struct Cell {
  size_t begin = 0;
  uint64_t payload = 0;      // its size in bytes
  size_t rowid_at = 0;       // a varint
  size_t record = 0;         // where the record begins, with the varint of its header's size
  size_t types = 0;          // where the varints of the column types begin
  uint64_t header_size = 0;  // of the record
  size_t overflow_at = 0;    // the number of the first overflow page; 0 where all is on the page
};

// One thread only.
class Pages {
 public:
  explicit Pages(std::string bytes) : bytes_(std::move(bytes)) {}

  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }
  size_t page_size() const;
  uint32_t count() const;

  uint64_t number(size_t at, size_t width) const;
  void put(size_t at, size_t width, uint64_t value);
  void fill(size_t at, size_t size, char byte);
  void copy(size_t from, size_t to, size_t size);
  // Appends a page of zeros, counts it in the file's header and gives its number.
  uint32_t add_page();
  void resize(size_t size) { bytes_.resize(size); }

  // The value and the width of the varint there.
  std::pair<uint64_t, size_t> varint(size_t at) const;
  // Writes it over what is there, however long that was.
  void put_varint(size_t at, uint64_t value);

  Page page(uint32_t number) const;
  size_t begin(uint32_t number) const { return (number - size_t{1}) * page_size(); }
  uint32_t child(const Page& page, size_t cell) const;  // the rightmost where there is no such cell
  Cell cell(const Page& page, size_t cell) const;
  // Pages of the tree in its order, parents first; each page once.
  std::vector<uint32_t> tree(uint32_t root) const;

 private:
  std::string bytes_;
};

}  // namespace nsys_ai::fuzz
