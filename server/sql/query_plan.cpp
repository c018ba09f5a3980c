// Chooses the constraint that narrows a scan most, and checks whether an order can be delivered.
#include "sql/query_plan.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace nsys_ai {
namespace {

// The contents of `idxNum`. `argv` holds the values of the parameters in order, then the others in the order
// of the members. `idxStr` holds the terms of groups: "3+7-" means column 3 ascending and column 7
// descending.
struct Plan {
  enum Rows : int { all = 0, one = 1, equal = 2, start_range = 3 };
  int rows = all;
  bool from = false;
  bool to = false;
  ScanPlan::Order order = ScanPlan::Order::any;
  int column = 0;
  int params = 0;  // one bit for each parameter that the statement sets

  int packed() const {
    return rows | from << 2 | to << 3 | static_cast<int>(order) << 4 | column << 8 | params << 16;
  }
  static Plan of(int packed) {
    return {packed & 3,         (packed & 4) != 0,
            (packed & 8) != 0,  static_cast<ScanPlan::Order>(packed >> 4 & 3),
            packed >> 8 & 0xFF, packed >> 16};
  }
};
constexpr size_t kMaxParams = 12;

bool is_param(const SqlTable& table, int column) {
  return column >= 0 && static_cast<size_t>(column) >= table.columns.size();
}

struct PlanChoice {
  Plan plan;
  int equal_at = -1;  // the constraints that are used, as indexes into SQLite's list
  int from_at = -1;
  int to_at = -1;
  double rows = 0;
};

bool is_comparison(int op) {
  return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT ||
         op == SQLITE_INDEX_CONSTRAINT_GE || op == SQLITE_INDEX_CONSTRAINT_LT ||
         op == SQLITE_INDEX_CONSTRAINT_LE;
}

// Whether an equality compares bytes: another collation may equate different texts.
bool is_binary_equality(sqlite3_index_info* info, int at) {
  return info->aConstraint[at].op == SQLITE_INDEX_CONSTRAINT_EQ &&
         sqlite3_stricmp(sqlite3_vtab_collation(info, at), "BINARY") == 0;
}

// How many of `rows` remain after an equality.
double rows_left(Lookup lookup, double rows) {
  switch (lookup) {
    case Lookup::unique:
      return 1;
    case Lookup::names:
    case Lookup::many_values:
    case Lookup::time:
      return std::max(1.0, std::sqrt(rows));
    case Lookup::few_values:
      return std::max(1.0, rows / 8);
    case Lookup::none:
      break;
  }
  return rows;
}

void consider(PlanChoice& choice, sqlite3_index_info* info, int at, const SqlTable& table, double rows) {
  const auto& constraint = info->aConstraint[at];
  if (!constraint.usable || !is_comparison(constraint.op) || is_param(table, constraint.iColumn)) return;
  if (constraint.iColumn < 0) {
    if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ) choice = {{.rows = Plan::one}, at, -1, -1, 1};
    return;
  }
  const Lookup lookup = table.columns[static_cast<size_t>(constraint.iColumn)].lookup;
  if (lookup != Lookup::none && is_binary_equality(info, at) && choice.plan.rows != Plan::one) {
    const double left = rows_left(lookup, rows);
    if (choice.plan.rows == Plan::equal && choice.rows <= left) return;
    choice.plan = {.rows = Plan::equal, .column = constraint.iColumn};
    choice.equal_at = at;
    choice.rows = left;
  }
  if (lookup != Lookup::time) return;
  if (constraint.op == SQLITE_INDEX_CONSTRAINT_GT || constraint.op == SQLITE_INDEX_CONSTRAINT_GE)
    choice.from_at = at;
  if (constraint.op == SQLITE_INDEX_CONSTRAINT_LT || constraint.op == SQLITE_INDEX_CONSTRAINT_LE)
    choice.to_at = at;
}

// The requested order, if it can be delivered; fills in `terms` for an order by groups.
ScanPlan::Order deliverable_order(const sqlite3_index_info* info, const SqlTable& table, std::string& terms) {
  if (info->nOrderBy < 1) return ScanPlan::Order::any;
  for (int at = 0; at < info->nOrderBy; ++at) {
    const auto& term = info->aOrderBy[at];
    if (term.iColumn < 0 || is_param(table, term.iColumn)) return ScanPlan::Order::any;
    const Lookup lookup = table.columns[static_cast<size_t>(term.iColumn)].lookup;
    if (lookup == Lookup::time && info->nOrderBy == 1)
      return term.desc ? ScanPlan::Order::start_descending : ScanPlan::Order::start;
    if (lookup != Lookup::few_values && lookup != Lookup::names) return ScanPlan::Order::any;
    terms += fmt::format("{}{}", term.iColumn, term.desc ? '-' : '+');
  }
  return ScanPlan::Order::groups;
}

// Whether a constraint compares with a constant, and not with another table's column.
bool is_constant(sqlite3_index_info* info, int at) {
#if SQLITE_VERSION_NUMBER >= 3038000
  sqlite3_value* value = nullptr;
  return at < 0 || sqlite3_vtab_rhs_value(info, at, &value) == SQLITE_OK;
#else
  (void)info;
  return at < 0;
#endif
}

// Whether walking all rows in order beats narrowing first. It does not for few rows, nor for the inner table
// of a join, which is walked once for each row of the outer table.
bool order_pays(const PlanChoice& choice, double all_rows, ScanPlan::Order order, sqlite3_index_info* info) {
  if (order == ScanPlan::Order::any || choice.plan.rows == Plan::one) return false;
  if (choice.plan.rows == Plan::equal)
    return choice.rows * 10 > all_rows && is_constant(info, choice.equal_at);
  if (order != ScanPlan::Order::groups) return true;
  return is_constant(info, choice.from_at) && is_constant(info, choice.to_at);
}

int set_order(PlanChoice& choice, double all_rows, const SqlTable& table, sqlite3_index_info* info) {
  std::string terms;
  const ScanPlan::Order order = deliverable_order(info, table, terms);
  if (!order_pays(choice, all_rows, order, info)) return SQLITE_OK;
  choice.plan.order = order;
  info->orderByConsumed = 1;
  if (order != ScanPlan::Order::groups) return SQLITE_OK;
  info->idxStr = sqlite3_mprintf("%s", terms.c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

// Values that are equal under SQLite's rules must have equal keys. If that is not certain, all rows are
// scanned.
void want_equal(ScanPlan& wanted, const SqlColumn& column, sqlite3_value* value) {
  const ColumnKind& kind = *column_kind(column.kind);
  const int type =
      kind.type == ValueType::text ? sqlite3_value_type(value) : sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) {
    wanted.rows = ScanPlan::Rows::none;
    return;
  }
  if (kind.type == ValueType::integer) {
    if (type == SQLITE_FLOAT) return;
    wanted.rows = type == SQLITE_INTEGER ? ScanPlan::Rows::equal : ScanPlan::Rows::none;
    wanted.key = static_cast<uint64_t>(sqlite3_value_int64(value));
    return;
  }
  // SQLite compares a number with a text column as a number or as a text, depending on the column that the
  // number comes from.
  if (type != SQLITE_TEXT) return;
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (!bytes) return;
  const std::string_view text(bytes, static_cast<size_t>(sqlite3_value_bytes(value)));
  if (kind.unit != Unit::ref) {
    // The value may equal a text that was truncated.
    if (text.size() + 8 > kMaxCellText) return;
    wanted.rows = ScanPlan::Rows::equal;
    wanted.key = *key_of(SqlCell::of(text));
    return;
  }
  int64_t number = 0;
  const std::string_view digits = text.substr(text.rfind(':') + 1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  wanted.rows = read.ec == std::errc{} ? ScanPlan::Rows::equal : ScanPlan::Rows::none;
  wanted.key = static_cast<uint64_t>(number);
}

enum class Side { lower, upper };

// A bound, rounded outwards; a value that is not a number sets no bound.
int64_t bound(sqlite3_value* value, Side side) {
  constexpr double kLimit = 9.2e18;
  const int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_INTEGER) return sqlite3_value_int64(value);
  const double real = sqlite3_value_double(value);
  if (type != SQLITE_FLOAT || std::abs(real) > kLimit) {
    const bool beyond_all = type == SQLITE_FLOAT && (real > 0) == (side == Side::lower);
    if (beyond_all) return static_cast<int64_t>(real > 0 ? kLimit : -kLimit);
    return side == Side::lower ? INT64_MIN : INT64_MAX;
  }
  return static_cast<int64_t>(side == Side::lower ? std::floor(real) : std::ceil(real));
}

std::vector<OrderTerm> read_terms(std::string_view text) {
  std::vector<OrderTerm> terms;
  size_t column = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      column = column * 10 + static_cast<size_t>(c - '0');
      continue;
    }
    terms.push_back({column, c == '-'});
    column = 0;
  }
  return terms;
}

// Requests the value of each parameter once. Returns false when a value depends on a table that comes later
// in the join order: then this plan is impossible.
bool use_params(const SqlTable& table, sqlite3_index_info* info, Plan& plan, int& arguments) {
  for (size_t param = 0; param < std::min(table.params.size(), kMaxParams); ++param) {
    int given = -1;
    bool waits = false;
    for (int at = 0; at < info->nConstraint; ++at) {
      const auto& constraint = info->aConstraint[at];
      if (constraint.iColumn != static_cast<int>(table.columns.size() + param) ||
          constraint.op != SQLITE_INDEX_CONSTRAINT_EQ)
        continue;
      if (constraint.usable && given < 0) given = at;
      waits = waits || !constraint.usable;
    }
    if (given < 0 && waits) return false;
    if (given < 0) continue;
    plan.params |= 1 << param;
    info->aConstraintUsage[given].argvIndex = ++arguments;
    // '1ms' does not equal the number that it means.
    info->aConstraintUsage[given].omit = 1;
  }
  return true;
}

}  // namespace

int choose_plan(const SqlTable& table, double rows, sqlite3_index_info* info) {
  PlanChoice choice;
  choice.rows = rows;
  for (int at = 0; at < info->nConstraint; ++at) consider(choice, info, at, table, rows);
  Plan& plan = choice.plan;
  int arguments = 0;
  if (!use_params(table, info, plan, arguments)) return SQLITE_CONSTRAINT;
  const auto use = [&](int at) { info->aConstraintUsage[at].argvIndex = ++arguments; };
  if (plan.rows == Plan::one || plan.rows == Plan::equal) {
    use(choice.equal_at);
  } else if (choice.from_at >= 0 || choice.to_at >= 0) {
    plan.rows = Plan::start_range;
    plan.from = choice.from_at >= 0;
    plan.to = choice.to_at >= 0;
    if (plan.from) use(choice.from_at), choice.rows /= 4;
    if (plan.to) use(choice.to_at), choice.rows /= 4;
  }
  const int ordered = set_order(choice, rows, table, info);
  info->idxNum = plan.packed();
  info->estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, choice.rows));
  info->estimatedCost = std::max(1.0, choice.rows) + 1;
  return ordered;
}

std::vector<sqlite3_value*> given_parameters(const SqlTable& table, int packed, sqlite3_value** values) {
  const Plan plan = Plan::of(packed);
  std::vector<sqlite3_value*> given(table.params.size(), nullptr);
  for (size_t param = 0; param < std::min(given.size(), kMaxParams); ++param)
    if ((plan.params & 1 << param) != 0) given[param] = *values++;
  return given;
}

ScanPlan scan_plan(const SqlTable& table, int packed, const char* terms, sqlite3_value** values) {
  const Plan plan = Plan::of(packed);
  values += std::popcount(static_cast<unsigned>(plan.params));
  ScanPlan wanted;
  wanted.order = plan.order;
  if (plan.order == ScanPlan::Order::groups && terms) wanted.terms = read_terms(terms);
  switch (plan.rows) {
    case Plan::one:
      if (sqlite3_value_numeric_type(values[0]) != SQLITE_INTEGER) break;
      wanted.rows = sqlite3_value_int64(values[0]) < 0 ? ScanPlan::Rows::none : ScanPlan::Rows::one;
      wanted.row = static_cast<size_t>(sqlite3_value_int64(values[0]));
      break;
    case Plan::equal:
      wanted.column = static_cast<size_t>(plan.column);
      want_equal(wanted, table.columns[wanted.column], values[0]);
      break;
    case Plan::start_range: {
      wanted.rows = ScanPlan::Rows::start_range;
      int at = 0;
      if (plan.from) wanted.from = bound(values[at++], Side::lower);
      if (plan.to) wanted.to = bound(values[at++], Side::upper);
      break;
    }
    default:
      break;
  }
  return wanted;
}

}  // namespace nsys_ai
