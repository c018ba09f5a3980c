// One SQLite module for all tables: plans, scans, and cells on demand.
#include "sql/virtual_table.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <exception>
#include <string>

#include "sql/query_plan.h"

namespace nsys_ai {
namespace {

struct ModuleData {
  const SqlTable& table;
  SqlView& view;
  const CancelToken& cancel;
};

struct Table : sqlite3_vtab {
  explicit Table(const ModuleData& data) : sqlite3_vtab{}, indexes(data.table, data.view, data.cancel) {}
  TableIndexes indexes;
};

struct Cursor : sqlite3_vtab_cursor {
  explicit Cursor(Table& table) : sqlite3_vtab_cursor{}, scan(table.indexes) {}
  TableScan scan;
};

TableIndexes& indexes_of(sqlite3_vtab* table) { return static_cast<Table*>(table)->indexes; }
TableScan& scan_of(sqlite3_vtab_cursor* cursor) { return static_cast<Cursor*>(cursor)->scan; }

int connect(sqlite3* connection, void* data, int, const char* const*, sqlite3_vtab** table, char**) {
  const ModuleData& module = *static_cast<ModuleData*>(data);
  std::string declaration = "CREATE TABLE t(";
  for (const SqlColumn& column : module.table.columns)
    declaration += fmt::format("{}\"{}\" {}", &column == module.table.columns.data() ? "" : ", ", column.name,
                               column_kind(column.kind)->declared);
  declaration += ")";
  const int declared = sqlite3_declare_vtab(connection, declaration.c_str());
  if (declared != SQLITE_OK) return declared;
  sqlite3_vtab_config(connection, SQLITE_VTAB_DIRECTONLY);
  *table = new Table(module);
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<Table*>(table);
  return SQLITE_OK;
}

int best_index(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const TableIndexes& indexes = indexes_of(vtab);
  const auto rows = static_cast<double>(indexes.table().size(indexes.view().profile()));
  return choose_plan(indexes.table(), rows, info);
}

int open_cursor(sqlite3_vtab* table, sqlite3_vtab_cursor** cursor) {
  *cursor = new Cursor(*static_cast<Table*>(table));
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

int stopped(const TableScan& scan) { return scan.cancelled() ? SQLITE_INTERRUPT : SQLITE_OK; }

int filter(sqlite3_vtab_cursor* cursor, int plan, const char* terms, int, sqlite3_value** values) {
  TableScan& scan = scan_of(cursor);
  scan.begin(wanted_rows(indexes_of(cursor->pVtab).table(), plan, terms, values));
  return stopped(scan);
}

int next(sqlite3_vtab_cursor* cursor) {
  scan_of(cursor).next();
  return stopped(scan_of(cursor));
}

int eof(sqlite3_vtab_cursor* cursor) { return scan_of(cursor).done(); }

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(scan_of(cursor).row().at);
  return SQLITE_OK;
}

void give_text(sqlite3_context* context, std::string_view text) {
  if (text.size() <= kMaxCellText) {
    // Without a copy: the profile outlives the statement.
    sqlite3_result_text(context, text.data() ? text.data() : "", static_cast<int>(text.size()),
                        SQLITE_STATIC);
    return;
  }
  const std::string cut = shown_text(text);
  sqlite3_result_text(context, cut.data(), static_cast<int>(cut.size()), SQLITE_TRANSIENT);
}

void give_reference(sqlite3_context* context, const SqlCell& cell) {
  char text[48];
  const auto end = fmt::format_to_n(text, sizeof text, "{}:{}", cell.text, cell.integer);
  sqlite3_result_text(context, text, static_cast<int>(end.size), SQLITE_TRANSIENT);
}

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int at) {
  TableIndexes& indexes = indexes_of(cursor->pVtab);
  const SqlColumn& column = indexes.table().columns[static_cast<size_t>(at)];
  const SqlCell cell = column.get(indexes.view(), scan_of(cursor).row());
  switch (cell.kind) {
    case SqlCell::Kind::null:
      sqlite3_result_null(context);
      break;
    case SqlCell::Kind::integer:
      sqlite3_result_int64(context, cell.integer);
      break;
    case SqlCell::Kind::real:
      sqlite3_result_double(context, cell.real);
      break;
    case SqlCell::Kind::text:
      give_text(context, cell.text);
      break;
    case SqlCell::Kind::ref:
      give_reference(context, cell);
      break;
  }
  return SQLITE_OK;
}

// A C++ exception must not pass through SQLite; the only one to expect here is that memory ran out.
template <auto callback, class... Args>
int guarded(Args... args) {
  try {
    return callback(args...);
  } catch (const std::exception&) {
    return SQLITE_NOMEM;
  }
}

const sqlite3_module& module_functions() {
  static const sqlite3_module functions = [] {
    sqlite3_module module{};
    // Without xCreate the tables exist by themselves, and none other can be made of the module.
    module.xConnect = guarded<connect, sqlite3*, void*, int, const char* const*, sqlite3_vtab**, char**>;
    module.xBestIndex = guarded<best_index, sqlite3_vtab*, sqlite3_index_info*>;
    module.xDisconnect = disconnect;
    module.xOpen = guarded<open_cursor, sqlite3_vtab*, sqlite3_vtab_cursor**>;
    module.xClose = close_cursor;
    module.xFilter = guarded<filter, sqlite3_vtab_cursor*, int, const char*, int, sqlite3_value**>;
    module.xNext = guarded<next, sqlite3_vtab_cursor*>;
    module.xEof = eof;
    module.xColumn = guarded<column, sqlite3_vtab_cursor*, sqlite3_context*, int>;
    module.xRowid = rowid;
    return module;
  }();
  return functions;
}

}  // namespace

bool add_tables(sqlite3* connection, SqlView& view, const CancelToken& cancel) {
  for (const SqlTable& table : sql_tables()) {
    const auto forget = [](void* data) { delete static_cast<ModuleData*>(data); };
    const int added =
        sqlite3_create_module_v2(connection, std::string(table.name).c_str(), &module_functions(),
                                 new ModuleData{table, view, cancel}, forget);
    if (added != SQLITE_OK) return false;
    const std::string first_use = fmt::format("SELECT 0 FROM {} LIMIT 0", table.name);
    if (sqlite3_exec(connection, first_use.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return false;
  }
  return true;
}

}  // namespace nsys_ai
