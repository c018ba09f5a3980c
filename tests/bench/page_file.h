// Writes tables of an SQLite file page by page, several times faster than INSERT statements do.
//
// SQLite makes the file, with its tables empty; this appends leaf pages to it as rows come, so that the pages
// of the tables lie mixed as they do in a real export, and puts the inner pages of each tree at the end. The
// format: https://www.sqlite.org/fileformat2.html. Rows must fit one page; there are no indices.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsys_ai::bench {

constexpr size_t kPageBytes = 4096;
using Page = std::array<unsigned char, kPageBytes>;

// Owns the descriptor of a file that SQLite made. Failures are std::runtime_error. For one thread.
class PageFile {
 public:
  explicit PageFile(const std::string& path);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  // The number of the page it became.
  uint32_t append(const Page& page);
  // A page that the file had from the start.
  void overwrite(uint32_t number, const Page& page);
  // Writes what is still held, and how long the file is into its header.
  void finish();
  int64_t bytes() const { return int64_t{pages_} * static_cast<int64_t>(kPageBytes); }

 private:
  void flush();
  void write_at(const unsigned char* data, size_t size, int64_t offset);

  std::string path_;
  int descriptor_ = -1;
  uint32_t pages_ = 0;               // with those that are still held
  std::vector<unsigned char> held_;  // the end of the file
};

// One row as SQLite stores it. Cells are given in the order of the columns.
class Record {
 public:
  void clear() { types_.clear(), values_.clear(); }
  void null() { types_.push_back(0); }
  void nulls(size_t count) { types_.insert(types_.end(), count, 0); }
  void integer(int64_t value);
  void text(std::string_view value);
  // Appends the cell of a leaf page.
  void write_cell(uint64_t row, std::vector<unsigned char>& out) const;

 private:
  std::vector<unsigned char> types_, values_;
};

// The rows of one table, numbered from 1.
class BulkTable {
 public:
  // `root` is the page that SQLite gave the empty table.
  BulkTable(PageFile& file, uint32_t root);
  void append(const Record& record);
  void finish();
  uint64_t rows() const { return rows_; }

 private:
  using Child = std::pair<uint32_t, uint64_t>;  // a page, and its last row
  void begin_leaf();
  void end_leaf();
  std::vector<Child> write_inner(const std::vector<Child>& children);

  PageFile& file_;
  uint32_t root_;
  uint64_t rows_ = 0;
  Page leaf_{};
  size_t cells_ = 0;             // on the leaf
  size_t content_ = kPageBytes;  // where the cells of the leaf begin; they grow downwards
  std::vector<Child> leaves_;
  std::vector<unsigned char> cell_;
};

}  // namespace nsys_ai::bench
