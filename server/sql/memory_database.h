// An in-memory database of answer tables, so that a condition over them is a SELECT.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "sql/answer_table.h"

struct sqlite3;

namespace nsys_ai {

class SqlView;

// An in-memory database that holds only the added tables. Runs statements of the program itself and, once
// locked down, of user-written pages. Used by one thread.
class MemoryDatabase {
 public:
  static Result<std::unique_ptr<MemoryDatabase>> make();
  ~MemoryDatabase();
  MemoryDatabase(const MemoryDatabase&) = delete;
  MemoryDatabase& operator=(const MemoryDatabase&) = delete;

  // The table reads columns and rows in place, so they outlive this object. Fails when a table of that name
  // exists already.
  Result<void> add(const std::string& name, const std::vector<Column>& columns, const RowSet& rows);
  // From now on, a statement may only read the tables that exist now and call the functions that queries may
  // call, until the view has to stop; it returns at most 1,000 rows. The view outlives this object.
  void lock_down(SqlView& view);
  // The statement defines views over the tables.
  Result<void> define(std::string_view sql);
  // The columns have no units, since SQLite has no notion of them. Fails with SQLite's message on an invalid
  // statement.
  Result<Table> select(std::string_view sql) const;

 private:
  explicit MemoryDatabase(sqlite3* connection) : connection_(connection) {}
  // Throws `Cancelled` when the work was cancelled.
  Error failure() const;
  static int allows(void* self, int action, const char* first, const char* second, const char*, const char*);
  sqlite3* connection_ = nullptr;
  SqlView* view_ = nullptr;  // set for statements that are untrusted
  std::map<std::string, AnswerRows> tables_;
};

}  // namespace nsys_ai
