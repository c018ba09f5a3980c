// An in-memory database of tables of answers, so that a condition over them is a SELECT.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/value.h"

struct sqlite3;

namespace nsys_ai::inline sql {

// A database in memory that holds the added tables and nothing else. For statements that are part of the
// program; untrusted ones run in a Sandbox. Used by one thread.
class MemoryDatabase {
 public:
  static Result<std::unique_ptr<MemoryDatabase>> make();
  ~MemoryDatabase();
  MemoryDatabase(const MemoryDatabase&) = delete;
  MemoryDatabase& operator=(const MemoryDatabase&) = delete;

  // The table is read where it lies, so that it outlives this. Fails where one of that name is there already.
  Result<void> add(const std::string& name, const Table& table);
  // The statement defines views over the tables.
  Result<void> define(std::string_view sql);
  // The columns have no units, since SQLite knows none. Fails with SQLite's message on a statement that is
  // wrong.
  Result<Table> select(std::string_view sql) const;

 private:
  explicit MemoryDatabase(sqlite3* connection) : connection_(connection) {}
  // Throws `Interrupted` where the work was cancelled.
  Error failure() const;
  sqlite3* connection_ = nullptr;
  std::set<std::string> names_;
};

}  // namespace nsys_ai::inline sql
