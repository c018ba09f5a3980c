// Reads entire tables, many at a time, on all cores.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "profile/sqlite_file/file_image.h"
#include "profile/sqlite_file/record.h"
#include "profile/sqlite_file/sqlite.h"

namespace nsys_ai {

// The place of a part's rows in their table: at most `rows` rows, from `first` on, out of `of`.
struct PartPlace {
  size_t first = 0;
  size_t rows = 0;
  size_t of = 0;
};

// Receives the rows of one part of a table, in order. Each part has its own sink, so no lock is needed.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // Called before the first row, in one thread for all parts, where row ids determine the place. A damaged
  // table may still have more rows.
  virtual void expect(const PartPlace&) {}
  virtual void append(TableRow& row) = 0;
};

// Columns are requested by name and addressed by their index in that list; a column that this version of the
// table lacks reads as absent.
struct TableScan {
  const FileTable* table = nullptr;
  std::vector<std::string_view> columns;
  std::function<std::unique_ptr<RowSink>()> new_part;
  bool edges_only = false;  // the first and the last page of rows
};

struct ScannedTable {
  std::vector<std::unique_ptr<RowSink>> parts;  // in row order
  int64_t rows = 0;
  int64_t malformed_cells = 0;            // cells with a value other than the expected number
  int64_t malformed_texts = 0;            // cells with a number instead of text
  int64_t damaged_rows = 0;               // rows with invalid records
  int64_t too_long_rows = 0;              // rows with records longer than Database::kLongestValue
  int64_t damaged_pages = 0;              // pages that are unreadable, not part of the table, or linked twice
  std::string failure;                    // why SQLite could not read further
  std::vector<std::string_view> missing;  // columns that the table lacks
};

// The source of tables: the pages, and SQLite for tables that need more than the pages.
struct TableSource {
  const FileImage& image;
  const Database& database;
  size_t threads = 1;
  std::mutex* database_lock = nullptr;  // set where other threads may use the database at the same time
};

// Fails only when the work is cancelled. `progress` is called in this thread with the completed share.
Result<std::vector<ScannedTable>> scan_tables(const TableSource& source, const std::vector<TableScan>& scans,
                                              const CancelToken& cancel,
                                              const std::function<void(double)>& progress = {});

}  // namespace nsys_ai
