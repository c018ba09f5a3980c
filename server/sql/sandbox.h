// A connection in which an untrusted statement can do nothing but read the relational model, within limits.
//
// What enforces it: an authorizer that knows what is allowed and refuses the rest (no ATTACH, no PRAGMA, no
// write, no table and no function that is not listed), SQLite's own limits, a database in memory on a VFS
// without files, and the clock and the cancel token, which are looked at by a progress handler, by SQLite's
// allocator and by functions of ours in the place of slow ones.
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

// What bounds a query. Memory is bounded in parts: the answer by `bytes`; all that SQLite holds meanwhile,
// from its plan to what it sorts, by `memory_bytes`, and by what is left where the program has a limit; one
// value by 128 KiB; an index or an order by 32 bytes a row.
struct QueryLimits {
  int64_t rows = 1000;      // the answer is cut after so many, and says so
  int64_t bytes = 4 << 20;  // the same, by the size of its values
  int64_t memory_bytes = 256 << 20;
  std::chrono::milliseconds time{5000};  // besides what it takes to read families from the file, once
};

// Used by one thread. The view outlives it.
class Sandbox {
 public:
  // For statements that name no other tables than `sql` does.
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
  // Before the first step of a statement.
  void begin_run() { budget_.begin_run(); }
  // What the authorizer refused, such as "the function load_extension"; empty when it refused nothing.
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
