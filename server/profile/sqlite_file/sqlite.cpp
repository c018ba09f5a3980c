// A hardened connection: read-only, without locks, and without trusting the schema of the file.
#include "profile/sqlite_file/sqlite.h"

#include <sqlite3.h>

#include <bit>
#include <cmath>

#include "profile/sqlite_file/sqlite_vfs.h"

namespace nsys_ai {

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) failed_ = sqlite3_errmsg(sqlite3_db_handle(statement_.get()));
  met_long_value_ = code == SQLITE_TOOBIG;
  return false;
}

std::optional<int64_t> Statement::integer(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement_.get(), column);
    case SQLITE_FLOAT: {
      const double real = sqlite3_column_double(statement_.get(), column);
      if (real != std::floor(real) || std::fabs(real) > 9e18) return std::nullopt;
      return static_cast<int64_t>(real);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::string_view> Statement::text(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  if (type != SQLITE_TEXT && type != SQLITE_BLOB) return std::nullopt;
  const void* bytes = type == SQLITE_BLOB ? sqlite3_column_blob(statement_.get(), column)
                                          : sqlite3_column_text(statement_.get(), column);
  const int count = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr || count <= 0) return std::string_view();
  return std::string_view(static_cast<const char*>(bytes), static_cast<size_t>(count));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

StoredCell Statement::cell(int column, std::vector<unsigned char>& record) const {
  StoredCell cell;
  cell.kind = StoredCell::Kind::null;
  cell.offset = static_cast<uint32_t>(record.size());
  const auto add_number = [&](uint64_t bits) {
    for (int shift = 56; shift >= 0; shift -= 8) record.push_back(static_cast<unsigned char>(bits >> shift));
  };
  const int type = sqlite3_column_type(statement_.get(), column);
  if (type == SQLITE_INTEGER) {
    cell.kind = StoredCell::Kind::integer;
    add_number(static_cast<uint64_t>(sqlite3_column_int64(statement_.get(), column)));
  } else if (type == SQLITE_FLOAT) {
    cell.kind = StoredCell::Kind::real;
    add_number(std::bit_cast<uint64_t>(sqlite3_column_double(statement_.get(), column)));
  } else if (const auto bytes = text(column)) {
    cell.kind = type == SQLITE_TEXT ? StoredCell::Kind::text : StoredCell::Kind::blob;
    cell.size = static_cast<uint32_t>(bytes->size());
    record.insert(record.end(), bytes->begin(), bytes->end());
  }
  return cell;
}

Result<Database> Database::open(const FileImagePtr& image) {
  Database database;
  sqlite3* handle = nullptr;
  const int code = open_sqlite_on(image, &handle);
  database.handle_.reset(handle);
  if (code != SQLITE_OK) return fail(ErrorCode::cannot_do, handle ? sqlite3_errmsg(handle) : "out of memory");
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Database::kLongestValue);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  // Sorts in memory, because there is no place for temporary files.
  sqlite3_exec(
      handle, "PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA query_only=ON",
      nullptr, nullptr, nullptr);
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
  Statement statement;
  sqlite3_stmt* prepared = nullptr;
  const int code =
      sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &prepared, nullptr);
  if (code != SQLITE_OK) return fail(ErrorCode::cannot_do, sqlite3_errmsg(handle_.get()));
  statement.statement_.reset(prepared);
  return statement;
}

std::string sql_name(std::string_view identifier) {
  std::string text = "\"";
  for (const char c : identifier) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

}  // namespace nsys_ai
