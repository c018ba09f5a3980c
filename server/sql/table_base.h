// Tables of answers as tables of SQL, so that a condition over them is a SELECT.
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "base/value.h"

struct sqlite3;

namespace nsys_ai {

// A database in memory that holds what was added and nothing else. For statements that are part of the
// program; those of strangers run in a Sandbox. Used by one thread.
class TableBase {
 public:
  static Result<std::unique_ptr<TableBase>> make();
  ~TableBase();
  TableBase(const TableBase&) = delete;
  TableBase& operator=(const TableBase&) = delete;

  // Fails where a table of that name is there already.
  Result<void> add(std::string_view name, const Table& table);
  // The statement defines views over the tables.
  Result<void> define(std::string_view sql);
  // The columns have no units, since SQLite tells none. Fails with SQLite's words on a statement that is
  // wrong.
  Result<Table> select(std::string_view sql) const;

 private:
  explicit TableBase(sqlite3* connection) : connection_(connection) {}
  Error failure() const;
  sqlite3* connection_ = nullptr;
};

}  // namespace nsys_ai
