// Read-only access to an SQLite database that other programs own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/sqlite_file/file_image.h"
#include "profile/sqlite_file/record.h"

struct sqlite3;
struct sqlite3_stmt;

namespace nsys_ai {

// One prepared statement that is stepped through once.
class Statement {
 public:
  // Steps to the next row; false at the end or when the file cannot be read further (see `failed`).
  bool next();
  // SQLite's message, set when stepping ended before the last row.
  const std::string& failed() const { return failed_; }
  // Whether it failed at a row longer than Database::kLongestValue, which is no damage.
  bool met_long_value() const { return met_long_value_; }

  // A cell that is an integer, or a real number without a fraction. Empty for NULL and other types.
  std::optional<int64_t> integer(int column) const;
  // A text or blob cell, by its byte count, so that embedded NUL bytes are preserved.
  std::optional<std::string_view> text(int column) const;
  bool is_null(int column) const;
  // The cell with its type in the file; its content is appended to `record`.
  StoredCell cell(int column, std::vector<unsigned char>& record) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string failed_;
  bool met_long_value_ = false;
};

// Reads the image instead of a file. Not thread-safe: use one connection per thread.
class Database {
 public:
  // In bytes, per row and per value: well below what would exhaust memory.
  static constexpr int kLongestValue = 64 << 20;
  static constexpr std::string_view kLongestWords = "64 MiB";

  // The database shares ownership of the image.
  static Result<Database> open(const FileImagePtr& image);
  // Fails with SQLite's message.
  Result<Statement> prepare(std::string_view sql) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
};

// Returns the identifier in double quotes, with embedded quotes doubled.
std::string sql_name(std::string_view identifier);

}  // namespace nsys_ai
