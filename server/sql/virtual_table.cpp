// One SQLite module for all tables: which constraints are worth something, and cells on demand.
#include "sql/virtual_table.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>

#include "sql/table_scan.h"

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

// How xBestIndex tells xFilter what it chose; `argv` holds the values in the order of the bits.
struct Plan {
  enum Kind : int { all = 0, row = 1, equal = 2, start_range = 3 };
  int kind = all;
  bool from = false;
  bool to = false;
  bool by_start = false;
  int column = 0;

  int packed() const { return kind | from << 2 | to << 3 | by_start << 4 | column << 8; }
  static Plan of(int packed) {
    return {packed & 3, (packed & 4) != 0, (packed & 8) != 0, (packed & 16) != 0, packed >> 8};
  }
};

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

// How many of `rows` an equality leaves.
double rows_left(Lookup lookup, double rows) {
  switch (lookup) {
    case Lookup::unique: return 1;
    case Lookup::many_values:
    case Lookup::time: return std::max(1.0, std::sqrt(rows));
    case Lookup::few_values: return std::max(1.0, rows / 8);
    case Lookup::none: break;
  }
  return rows;
}

struct Choice {
  Plan plan;
  int equal_at = -1;  // the constraints that are used, by their place in the question
  int from_at = -1;
  int to_at = -1;
  double rows = 0;
};

bool is_comparison(int op) {
  return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE ||
         op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
}

// An equality by bytes: another collation may hold for texts that differ.
bool binary_equality(sqlite3_index_info* info, int at) {
  return info->aConstraint[at].op == SQLITE_INDEX_CONSTRAINT_EQ &&
         sqlite3_stricmp(sqlite3_vtab_collation(info, at), "BINARY") == 0;
}

void consider(Choice& choice, sqlite3_index_info* info, int at, const SqlTable& table, double rows) {
  const auto& constraint = info->aConstraint[at];
  if (!constraint.usable || !is_comparison(constraint.op)) return;
  if (constraint.iColumn < 0) {
    if (constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) return;
    choice = {{.kind = Plan::row}, at, -1, -1, 1};
    return;
  }
  const Lookup lookup = table.columns[static_cast<size_t>(constraint.iColumn)].lookup;
  if (lookup != Lookup::none && binary_equality(info, at) && choice.plan.kind != Plan::row) {
    const double left = rows_left(lookup, rows);
    if (choice.plan.kind == Plan::equal && choice.rows <= left) return;
    choice.plan = {.kind = Plan::equal, .column = constraint.iColumn};
    choice.equal_at = at;
    choice.rows = left;
  }
  if (lookup != Lookup::time) return;
  if (constraint.op == SQLITE_INDEX_CONSTRAINT_GT || constraint.op == SQLITE_INDEX_CONSTRAINT_GE)
    choice.from_at = at;
  if (constraint.op == SQLITE_INDEX_CONSTRAINT_LT || constraint.op == SQLITE_INDEX_CONSTRAINT_LE)
    choice.to_at = at;
}

bool wants_start_order(const sqlite3_index_info* info, const SqlTable& table) {
  if (info->nOrderBy != 1 || info->aOrderBy[0].desc || info->aOrderBy[0].iColumn < 0) return false;
  return table.columns[static_cast<size_t>(info->aOrderBy[0].iColumn)].lookup == Lookup::time;
}

int best_index(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const SqlTable& table = indexes_of(vtab).table();
  const auto rows = static_cast<double>(table.size(indexes_of(vtab).view().profile()));
  Choice choice;
  choice.rows = rows;
  for (int at = 0; at < info->nConstraint; ++at) consider(choice, info, at, table, rows);
  int arguments = 0;
  const auto use = [&](int at) { info->aConstraintUsage[at].argvIndex = ++arguments; };
  if (choice.plan.kind == Plan::row || choice.plan.kind == Plan::equal) {
    use(choice.equal_at);
  } else {
    choice.plan.by_start = wants_start_order(info, table);
    choice.plan.from = choice.from_at >= 0;
    choice.plan.to = choice.to_at >= 0;
    if (choice.plan.from) use(choice.from_at), choice.rows /= 4;
    if (choice.plan.to) use(choice.to_at), choice.rows /= 4;
    if (choice.plan.from || choice.plan.to || choice.plan.by_start) choice.plan.kind = Plan::start_range;
    info->orderByConsumed = choice.plan.by_start;
  }
  info->idxNum = choice.plan.packed();
  info->estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, choice.rows));
  info->estimatedCost = std::max(1.0, choice.rows) + 1;
  if (choice.plan.kind == Plan::row || (choice.plan.kind == Plan::equal && choice.rows == 1))
    info->estimatedCost = 2;
  return SQLITE_OK;
}

// Equal under SQLite's rules implies equal keys. Where that cannot be promised, every row is wanted.
Wanted equal_to(const SqlColumn& column, int at, sqlite3_value* value) {
  Wanted wanted{.kind = Wanted::Kind::equal, .column = static_cast<size_t>(at)};
  const ColumnKind& kind = *column_kind(column.kind);
  const int type = kind.type == ValueType::text ? sqlite3_value_type(value) : sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return {.kind = Wanted::Kind::none};
  if (kind.type == ValueType::integer) {
    if (type == SQLITE_FLOAT) return {};
    if (type != SQLITE_INTEGER) return {.kind = Wanted::Kind::none};
    wanted.key = static_cast<uint64_t>(sqlite3_value_int64(value));
    return wanted;
  }
  // A number compares with a text column as a number or as a text, by the column it comes from.
  if (type != SQLITE_TEXT) return {};
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (!bytes) return {};
  const std::string_view text(bytes, static_cast<size_t>(sqlite3_value_bytes(value)));
  if (kind.unit != Unit::ref) {
    if (text.size() >= kMaxCellText - 3) return {};
    wanted.key = *key_of(SqlCell::of(text));
    return wanted;
  }
  int64_t number = 0;
  const std::string_view digits = text.substr(text.rfind(':') + 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc{}) return {.kind = Wanted::Kind::none};
  wanted.key = static_cast<uint64_t>(number);
  return wanted;
}

// A bound rounded outwards; where it is no number, no bound.
int64_t bound(sqlite3_value* value, bool upper) {
  constexpr double kLimit = 9.2e18;
  const int64_t none = upper ? INT64_MAX : INT64_MIN;
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_INTEGER) return sqlite3_value_int64(value);
  if (type != SQLITE_FLOAT) return none;
  const double real = upper ? std::ceil(sqlite3_value_double(value)) : std::floor(sqlite3_value_double(value));
  if (real > kLimit) return upper ? INT64_MAX : static_cast<int64_t>(kLimit);
  if (real < -kLimit) return upper ? static_cast<int64_t>(-kLimit) : INT64_MIN;
  return static_cast<int64_t>(real);
}

Wanted wanted_by(const Plan& plan, const SqlTable& table, sqlite3_value** values) {
  switch (plan.kind) {
    case Plan::row: {
      if (sqlite3_value_numeric_type(values[0]) != SQLITE_INTEGER) return {};
      const int64_t row = sqlite3_value_int64(values[0]);
      if (row < 0) return {.kind = Wanted::Kind::none};
      return {.kind = Wanted::Kind::one_row, .row = static_cast<size_t>(row)};
    }
    case Plan::equal:
      return equal_to(table.columns[static_cast<size_t>(plan.column)], plan.column, values[0]);
    case Plan::start_range: {
      Wanted wanted{.kind = Wanted::Kind::start_range, .by_start = plan.by_start};
      int at = 0;
      if (plan.from) wanted.from = bound(values[at++], false);
      if (plan.to) wanted.to = bound(values[at++], true);
      return wanted;
    }
    default: return {};
  }
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

int filter(sqlite3_vtab_cursor* cursor, int plan, const char*, int, sqlite3_value** values) {
  TableScan& scan = scan_of(cursor);
  scan.begin(wanted_by(Plan::of(plan), indexes_of(cursor->pVtab).table(), values));
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
    sqlite3_result_text(context, text.data() ? text.data() : "", static_cast<int>(text.size()), SQLITE_STATIC);
    return;
  }
  constexpr std::string_view kMore = "…";
  size_t length = kMaxCellText - kMore.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  const std::string cut = std::string(text.substr(0, length)).append(kMore);
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
    case SqlCell::Kind::null: sqlite3_result_null(context); break;
    case SqlCell::Kind::integer: sqlite3_result_int64(context, cell.integer); break;
    case SqlCell::Kind::real: sqlite3_result_double(context, cell.real); break;
    case SqlCell::Kind::text: give_text(context, cell.text); break;
    case SqlCell::Kind::ref: give_reference(context, cell); break;
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
