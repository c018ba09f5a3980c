// Decodes records of SQLite's file format: only the requested cells.
//
// The format is described at https://www.sqlite.org/fileformat2.html#record_format.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "profile/profile.h"
#include "profile/sqlite_file/record.h"

namespace nsys_ai {

// For one thread. The rows of a table have few different headers, so the layout of the cells is computed once
// for each and then looked up.
class RecordDecoder {
 public:
  enum class Outcome { row, needs_more, malformed };

  RecordDecoder(const FileTable& table, std::span<const std::string_view> wanted);

  // `size` of the record's `whole` bytes are available. The row's texts point into them.
  Outcome decode(const unsigned char* record, size_t size, size_t whole, int64_t row_id);
  TableRow& row() { return row_; }

 private:
  static constexpr size_t kLongestHeader = 48;  // maximum size of cached headers
  static constexpr size_t kLayouts = 256;

  using HeaderWords = std::array<uint64_t, kLongestHeader / 8>;

  // The positions of cells in records with one header.
  struct Layout {
    HeaderWords header{};
    size_t header_size = 0;    // 0: unused
    uint64_t content_end = 0;  // end of the last requested cell
    TableRow::StoredCells cells;
  };

  // The layout for a short header; null where it is malformed.
  const Layout* layout_of(const unsigned char* record, size_t whole, size_t header_size);
  template <size_t Words>
  const Layout* layout_of_words(const unsigned char* record, size_t whole, size_t header_size);
  bool work_out(Layout& layout, const unsigned char* record, size_t whole, size_t header_size) const;

  // Of the table's columns up to the last requested one; -1: not requested.
  std::vector<int8_t> slot_of_column_;
  int alias_slot_ = -1;             // the requested column that aliases the row id
  TableRow::StoredCells no_cells_;  // cells of an empty record: NULL where the table has the column
  std::vector<Layout> layouts_;     // indexed by hash of the header
  Layout once_;                     // for a header too long for the cache
  TableRow row_;
};

}  // namespace nsys_ai
