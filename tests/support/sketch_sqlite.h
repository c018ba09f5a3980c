// SQLite for sketches: a new file, rows into it, and questions about it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace nsys_ai::sketch {

using Cell = std::variant<std::monostate, int64_t, double, std::string>;

// One thread only. Owns the connection; every failure is a std::runtime_error with SQLite's words.
class Database {
 public:
  explicit Database(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);
  // One cell for each column of the table, in its order.
  void insert(const std::string& table, const std::vector<Cell>& cells);
  // The answer as lines of cells parted by '|', as the sqlite3 shell prints it; NULL is empty.
  std::string answer(const std::string& sql);
  // The same, or nothing where it takes more than so many steps of SQLite's virtual machine.
  std::optional<std::string> answer_within(int steps, const std::string& sql);
  // Fails where a statement was not finished; the destructor does not say so.
  void close();

 private:
  sqlite3_stmt* prepare(const std::string& sql);
  [[noreturn]] void fail() const;
  void release() noexcept;

  sqlite3* db_ = nullptr;
  std::map<std::string, sqlite3_stmt*> inserts_;
};

}  // namespace nsys_ai::sketch
