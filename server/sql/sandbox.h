// A connection in which an untrusted statement can only read the relational model, within limits.
//
// It is enforced by an authorizer with an allowlist (it denies ATTACH, PRAGMA, writes, and unlisted tables
// and functions), by SQLite's own limits, by an in-memory database on a VFS without files, and by checks of
// the deadline and the cancel token in a progress handler, in SQLite's allocator and in replacements of slow
// functions.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sql/query_budget.h"
#include "sql/sql_view.h"
#include "sql/temp_space.h"

struct sqlite3;

namespace nsys_ai {

// The limits of a query. Memory is limited in parts: the answer by `bytes`; everything that SQLite holds
// meanwhile, from its plan to its sorters, by `memory_bytes` and by what remains of the program's memory
// limit; one value by 128 KiB; an index or an order by 32 bytes a row.
struct QueryLimits {
  int64_t rows = 1000;      // a longer answer is truncated and says so
  int64_t bytes = 4 << 20;  // likewise, for the total size of the values
  int64_t memory_bytes = 256 << 20;
  std::chrono::milliseconds time{5000};  // excludes reading families from the file, which happens once
};

// Used by one thread. The view outlives it.
class Sandbox {
 public:
  // For statements that use no tables besides those in `sql`.
  static Result<std::unique_ptr<Sandbox>> open(SqlView& view, const QueryLimits& limits,
                                               std::string_view sql);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  sqlite3* connection() const { return connection_; }
  const SqlView& view() const { return view_; }
  bool cancelled() const { return view_.cancelled(); }
  bool out_of_time() const { return view_.out_of_time(); }
  const QueryBudget& budget() const { return budget_; }
  // Call it before the first step of a statement.
  void begin_run() { budget_.begin_run(); }
  // What the authorizer refused, for example "the function load_extension"; empty if it refused nothing.
  const std::string& refused() const { return refused_; }

 private:
  Sandbox(SqlView& view, const QueryLimits& limits);
  bool lock_down(std::string_view sql);
  static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                       const char* trigger);
  static int look_up(void* self);

  SqlView& view_;
  QueryBudget budget_;
  TempSpace temp_;
  sqlite3* connection_ = nullptr;
  std::string refused_;
};

}  // namespace nsys_ai
