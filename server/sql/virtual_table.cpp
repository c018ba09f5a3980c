// One SQLite module for all tables: plans, scans, and cells on demand.
#include "sql/virtual_table.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/loss_notes.h"
#include "sql/guarded.h"
#include "sql/query_plan.h"
#include "sql/table_arguments.h"

namespace nsys_ai {
namespace {

struct ModuleData {
  const SqlTable& table;
  SqlView& view;
};

// The rows of a table, or of a function for one set of arguments.
struct Opened {
  Opened(const ModuleData& data, SqlArguments given, SqlRows rows)
      : arguments(std::move(given)), indexes(data.table, data.view, std::move(rows)) {}
  SqlArguments arguments;
  TableIndexes indexes;
};
using OpenedPtr = std::shared_ptr<Opened>;

// A join may call a function once for each row of another table. Its results are cached by arguments, up to
// this number.
constexpr size_t kMaxOpened = 8;

struct ModelTable : sqlite3_vtab {
  explicit ModelTable(const ModuleData& data) : sqlite3_vtab{}, module(data) {}
  const ModuleData& module;
  std::vector<OpenedPtr> opened;
};

struct Cursor : sqlite3_vtab_cursor {
  OpenedPtr opened;
  std::optional<RowCursor> scan;
};

ModelTable& table_of(sqlite3_vtab* table) { return *static_cast<ModelTable*>(table); }
Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *static_cast<Cursor*>(cursor); }

std::string declaration_of(const SqlTable& table) {
  std::string declaration;
  const auto add = [&](std::string_view name, std::string_view kind, std::string_view hidden) {
    declaration += fmt::format("{}\"{}\" {}{}", declaration.empty() ? "CREATE TABLE t(" : ", ", name,
                               column_kind(kind)->declared, hidden);
  };
  for (const SqlColumn& column : table.columns) add(column.name, column.kind, "");
  for (const SqlParam& param : table.params) add(param.name, param.kind, " HIDDEN");
  return declaration + ")";
}

int connect(sqlite3* connection, void* data, int, const char* const*, sqlite3_vtab** table, char**) {
  const ModuleData& module = *static_cast<ModuleData*>(data);
  const int declared = sqlite3_declare_vtab(connection, declaration_of(module.table).c_str());
  if (declared != SQLITE_OK) return declared;
  sqlite3_vtab_config(connection, SQLITE_VTAB_DIRECTONLY);
  *table = new ModelTable(module);
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<ModelTable*>(table);
  return SQLITE_OK;
}

int best_index(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const ModuleData& module = table_of(vtab).module;
  // Planning must not report data loss, because a plan is no answer.
  const ScopedContext no_losses(Context::current().with_losses(nullptr));
  const auto rows = static_cast<double>(module.table.size(module.view.profile()));
  return choose_plan(module.table, rows, info);
}

int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = new Cursor();
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

// The query's error; also set when a cell failed.
int failed(ModelTable& table) {
  const auto& failure = table.module.view.failure();
  if (!failure) return SQLITE_OK;
  sqlite3_free(table.zErrMsg);
  table.zErrMsg = sqlite3_mprintf("%s", failure->message.c_str());
  return SQLITE_ERROR;
}

int state_of(Cursor& cursor) {
  return cursor.scan->stopped() ? SQLITE_INTERRUPT : failed(table_of(cursor.pVtab));
}

// A table whose events were skipped is refused, because an empty result would be wrong.
Result<SqlRows> rows_of_table(const ModuleData& module, const SqlArguments& arguments) {
  const LossNotes losses;
  Result<SqlRows> rows = SqlRows{nullptr, 0};
  if (!module.table.open)
    rows->size = module.table.size(module.view.profile());
  else if (module.view.cancelled())
    return cancelled();
  else {
    const ScopedContext other_database(Context::current().with_query_budget(nullptr));
    rows = module.table.open(module.view, arguments);
  }
  if (const DataLoss* none = losses.skipped(); rows && rows->size == 0 && none != nullptr)
    return fail(
        ErrorCode::skipped,
        fmt::format(
            "The table {} has nothing to read: {} were left out, because the profile does not fit into memory.",
            module.table.name, none->skipped),
        "Allow more with --memory-limit or NSYS_AI_MEMORY_LIMIT, or choose a window with --trim.");
  return rows;
}

// Null on failure; the view holds the error.
OpenedPtr opened_for(ModelTable& table, int plan, sqlite3_value** values) {
  const ModuleData& module = table.module;
  auto arguments = read_arguments(module.table, given_parameters(module.table, plan, values));
  if (!arguments) return module.view.fail(arguments.error(), module.table.name), nullptr;
  for (const OpenedPtr& opened : table.opened)
    if (opened->arguments == *arguments) return opened;
  auto rows = rows_of_table(module, *arguments);
  if (!rows) return module.view.fail(rows.error(), module.table.name), nullptr;
  if (table.opened.size() == kMaxOpened) table.opened.erase(table.opened.begin());
  return table.opened.emplace_back(std::make_shared<Opened>(module, std::move(*arguments), std::move(*rows)));
}

int filter(sqlite3_vtab_cursor* of, int plan, const char* terms, int, sqlite3_value** values) {
  Cursor& cursor = cursor_of(of);
  ModelTable& table = table_of(of->pVtab);
  OpenedPtr opened = opened_for(table, plan, values);
  if (!opened) return failed(table);
  if (opened != cursor.opened) {
    cursor.scan.reset();
    cursor.opened = std::move(opened);
    cursor.scan.emplace(cursor.opened->indexes);
  }
  cursor.scan->begin(scan_plan(table.module.table, plan, terms, values));
  return state_of(cursor);
}

int next(sqlite3_vtab_cursor* of) {
  cursor_of(of).scan->next();
  return state_of(cursor_of(of));
}

int eof(sqlite3_vtab_cursor* of) { return cursor_of(of).scan->done(); }

int rowid(sqlite3_vtab_cursor* of, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(of).scan->row().at);
  return SQLITE_OK;
}

void give_text(sqlite3_context* context, std::string_view text, sqlite3_destructor_type kept) {
  if (text.size() <= kMaxCellText) {
    sqlite3_result_text(context, text.data() ? text.data() : "", static_cast<int>(text.size()), kept);
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

void give_argument(sqlite3_context* context, const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value))
    sqlite3_result_int64(context, *integer);
  else if (const auto* text = std::get_if<std::string>(&value))
    give_text(context, *text, SQLITE_TRANSIENT);
  else
    sqlite3_result_null(context);
}

int column(sqlite3_vtab_cursor* of, sqlite3_context* context, int at) {
  Cursor& cursor = cursor_of(of);
  const SqlTableRows& rows = cursor.opened->indexes.of();
  if (static_cast<size_t>(at) >= rows.table.columns.size()) {
    give_argument(context, cursor.opened->arguments[static_cast<size_t>(at) - rows.table.columns.size()]);
    return SQLITE_OK;
  }
  const SqlCell cell = rows.cell(static_cast<size_t>(at), cursor.scan->row());
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
      // SQLite copies the text unless the profile owns it, which outlives the statement.
      give_text(context, cell.text, rows.rows.owner ? SQLITE_TRANSIENT : SQLITE_STATIC);
      break;
    case SqlCell::Kind::made_text:
      give_text(context, cell.text, SQLITE_TRANSIENT);
      break;
    case SqlCell::Kind::ref:
      give_reference(context, cell);
      break;
  }
  return failed(table_of(of->pVtab));
}

const sqlite3_module& module_functions() {
  static const sqlite3_module functions = [] {
    sqlite3_module module{};
    // Without xCreate the tables exist automatically, and statements cannot create others from the module.
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

// Whether a text contains a name, ignoring case.
bool names(std::string_view text, std::string_view name) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  return std::search(text.begin(), text.end(), name.begin(), name.end(), same) != text.end();
}

}  // namespace

bool add_tables(sqlite3* connection, SqlView& view, std::string_view sql) {
  for (const SqlTable& table : sql_tables()) {
    if (table.name != "kernel" && !names(sql, table.name)) continue;
    const auto forget = [](void* data) { delete static_cast<ModuleData*>(data); };
    const int added = sqlite3_create_module_v2(connection, std::string(table.name).c_str(),
                                               &module_functions(), new ModuleData{table, view}, forget);
    if (added != SQLITE_OK) return false;
    const std::string first_use = fmt::format("SELECT 0 FROM {} LIMIT 0", table.name);
    if (sqlite3_exec(connection, first_use.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return false;
  }
  return true;
}

}  // namespace nsys_ai
