// An in-memory database of tables of answers, so that a condition over them is a SELECT.
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

// A database in memory that holds the added tables and nothing else. For statements that are part of the
// program; and for those of pages of the user's own, locked down. Used by one thread.
class MemoryDatabase {
 public:
  static Result<std::unique_ptr<MemoryDatabase>> make();
  ~MemoryDatabase();
  MemoryDatabase(const MemoryDatabase&) = delete;
  MemoryDatabase& operator=(const MemoryDatabase&) = delete;

  // Columns and rows are read where they lie, so that they outlive this. Fails where a table of that name is
  // there already.
  Result<void> add(const std::string& name, const std::vector<Column>& columns, const RowSet& rows);
  // From now on a statement may read the tables that are here, call the functions that queries may, and
  // nothing else, until the view has to stop; it has 1,000 rows at most. The view outlives this.
  void lock_down(SqlView& view);
  // The statement defines views over the tables.
  Result<void> define(std::string_view sql);
  // The columns have no units, since SQLite knows none. Fails with SQLite's message on a statement that is
  // wrong.
  Result<Table> select(std::string_view sql) const;

 private:
  explicit MemoryDatabase(sqlite3* connection) : connection_(connection) {}
  // Throws `Cancelled` where the work was cancelled.
  Error failure() const;
  static int allows(void* self, int action, const char* first, const char* second, const char*, const char*);
  sqlite3* connection_ = nullptr;
  SqlView* view_ = nullptr;  // of a statement that is a stranger's
  std::map<std::string, AnswerRows> tables_;
};

}  // namespace nsys_ai
