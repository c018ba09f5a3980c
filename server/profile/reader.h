// Steps through one table of an export, by column names, with every odd cell counted.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "profile/sqlite.h"

namespace nsys_ai {

// Columns are asked for by name and addressed by their place in that list; one that this version of the table
// lacks reads as missing.
class TableReader {
 public:
  static Result<TableReader> open(const Database& database, const FileTable& table,
                                  std::initializer_list<std::string_view> columns);

  bool next();
  // True when stepping ended before the last row; `damage()` says why.
  bool damaged() const { return !rows_.failed().empty(); }
  const std::string& damage() const { return rows_.failed(); }

  bool has_column(size_t column) const { return present_[column] >= 0; }
  // The columns that were asked for and that the table lacks.
  const std::vector<std::string>& missing() const { return missing_; }
  int64_t row() const { return row_; }
  std::optional<int64_t> integer(size_t column);
  int64_t integer_or(size_t column, int64_t otherwise) { return integer(column).value_or(otherwise); }
  std::optional<std::string_view> text(size_t column);
  // Cells that held something, but no integer where one belongs.
  int64_t odd_cells() const { return odd_cells_; }

 private:
  Statement rows_;
  std::vector<int> present_;  // the column of the statement, or -1
  std::vector<std::string> missing_;
  bool has_rowid_ = true;
  int64_t row_ = 0;
  int64_t odd_cells_ = 0;
};

}  // namespace nsys_ai
