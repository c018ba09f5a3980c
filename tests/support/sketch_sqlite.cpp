// The only user of sqlite3.h among the sketches.
#include "sketch_sqlite.h"

#include <sqlite3.h>

#include <memory>
#include <stdexcept>
#include <utility>

namespace nsys_ai::sketch {
namespace {

int bind(sqlite3_stmt* statement, int at, const Cell& cell) {
  if (const auto* whole = std::get_if<int64_t>(&cell)) return sqlite3_bind_int64(statement, at, *whole);
  if (const auto* real = std::get_if<double>(&cell)) return sqlite3_bind_double(statement, at, *real);
  // The size is given, so that a text may hold NUL bytes.
  if (const auto* text = std::get_if<std::string>(&cell))
    return sqlite3_bind_text(statement, at, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT);
  return sqlite3_bind_null(statement, at);
}

// Ends the statement that runs.
int interrupt(void*) { return 1; }

}  // namespace

Database::Database(const std::string& path) {
  if (sqlite3_open(path.c_str(), &db_) == SQLITE_OK) {
    // A file that is renamed once it is complete needs neither a journal nor a flush.
    if (sqlite3_exec(db_, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF", nullptr, nullptr, nullptr) ==
        SQLITE_OK)
      return;
  }
  const std::string why = db_ ? sqlite3_errmsg(db_) : "out of memory";
  release();
  throw std::runtime_error(path + ": " + why);
}

Database::~Database() { release(); }

void Database::release() noexcept {
  for (auto& [table, statement] : inserts_) sqlite3_finalize(statement);
  inserts_.clear();
  sqlite3_close_v2(std::exchange(db_, nullptr));
}

void Database::fail() const { throw std::runtime_error(sqlite3_errmsg(db_)); }

void Database::close() {
  for (auto& [table, statement] : inserts_) sqlite3_finalize(statement);
  inserts_.clear();
  if (sqlite3_close(db_) != SQLITE_OK) fail();
  db_ = nullptr;
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

sqlite3_stmt* Database::prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db_, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
    fail();
  return statement;
}

void Database::insert(const std::string& table, const std::vector<Cell>& cells) {
  auto [found, is_new] = inserts_.try_emplace(table, nullptr);
  if (is_new) {
    std::string sql = "INSERT INTO \"" + table + "\" VALUES (?";
    for (size_t i = 1; i < cells.size(); ++i) sql += ",?";
    found->second = prepare(sql + ")");
  }
  sqlite3_stmt* statement = found->second;
  int at = 0;
  for (const Cell& cell : cells)
    if (bind(statement, ++at, cell) != SQLITE_OK) fail();
  const bool done = sqlite3_step(statement) == SQLITE_DONE;
  if (!done) fail();
  sqlite3_reset(statement);
}

std::string Database::answer(const std::string& sql) {
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepare(sql), sqlite3_finalize);
  std::string out;
  int state = SQLITE_ROW;
  while ((state = sqlite3_step(statement.get())) == SQLITE_ROW) {
    if (!out.empty()) out += '\n';
    for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
      if (i) out += '|';
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), i));
      if (text) out.append(text, static_cast<size_t>(sqlite3_column_bytes(statement.get(), i)));
    }
  }
  if (state != SQLITE_DONE) fail();
  return out;
}

std::optional<std::string> Database::answer_within(int steps, const std::string& sql) {
  const auto unlimited = [](sqlite3* db) { sqlite3_progress_handler(db, 0, nullptr, nullptr); };
  const std::unique_ptr<sqlite3, decltype(unlimited)> afterwards(db_, unlimited);
  sqlite3_progress_handler(db_, steps, interrupt, nullptr);
  try {
    return answer(sql);
  } catch (const std::runtime_error&) {
    if (sqlite3_errcode(db_) != SQLITE_INTERRUPT) throw;
    return std::nullopt;
  }
}

}  // namespace nsys_ai::sketch
