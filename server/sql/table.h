// Defines a table of the relational model: the list of its columns, and which rows a scope shows.
//
// The virtual table, its documentation and the units of a query's columns all come from this list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "base/value.h"
#include "sql/cell.h"
#include "sql/column_kind.h"
#include "sql/sql_view.h"

namespace nsys_ai {

// The rows of a table that a statement uses.
struct SqlRows {
  const void* of = nullptr;  // where they come from: a family or the result of an analysis; null for the
                             // profile
  size_t size = 0;
  std::shared_ptr<const void> owner = {};  // owns the object at `of`, unless the profile does
};

// A row that the scope shows. In tables without times both intervals are empty.
struct SqlRow {
  size_t at = 0;             // index into the columns of the profile, or into the object at `of`
  Interval whole;            // as recorded
  Interval inside;           // the part in the window of the scope
  const void* of = nullptr;  // as in SqlRows
};

// The selectivity of an equality, as far as it is known in advance. Rows can be delivered in the order of
// `few_values` and `names`, which have few distinct values, and in the order of `time`, which is the column
// `start`.
enum class Lookup : uint8_t { none, few_values, names, many_values, unique, time };

// Longer texts of a profile are truncated for SQL and end in "…".
inline constexpr size_t kMaxCellText = size_t{64} << 10;
std::string shown_text(std::string_view text);

struct SqlColumn {
  std::string_view name;
  std::string_view kind;  // a word of kColumnKinds
  Lookup lookup = Lookup::none;
  std::string_view doc;
  SqlCell (*get)(SqlView&, const SqlRow&) = nullptr;
};

// A parameter of a table function: `gpu_gap('1ms')`, or `FROM gpu_gap WHERE min_gap = '1ms'`.
struct SqlParam {
  std::string_view name;
  std::string_view kind;       // a word of kColumnKinds: INTEGER, DURATION or STRING
  std::string_view otherwise;  // the default if a statement sets nothing or NULL; empty: none
  std::string_view doc;
  std::vector<std::string_view> choices = {};  // for a STRING: the accepted words; empty: any text
};

// The values of a function's parameters, in order, with defaults filled in.
using SqlArguments = std::vector<Value>;

struct SqlTable {
  std::string_view name;
  std::string_view doc;
  std::vector<SqlColumn> columns;
  // The number of rows before the scope applies; for a table with `open`, an estimate before it is called.
  size_t (*size)(const Profile&) = nullptr;
  // The row as the scope shows it; nullopt when it is outside.
  std::optional<SqlRow> (*row)(SqlView&, const void* of, size_t at) = nullptr;
  // Called when a statement first uses the table, and only then; null for tables whose events every profile
  // has in memory.
  Result<SqlRows> (*open)(SqlView&, const SqlArguments&) = nullptr;
  std::vector<SqlParam> params = {};
};

#define NSYS_TABLE(name, file) SqlTable name##_table();
#define NSYS_TABLE_FUNCTION(name, file) SqlTable name##_function();
#include "sql/tables.def"
#undef NSYS_TABLE_FUNCTION
#undef NSYS_TABLE

// All tables, in the order of their documentation.
std::span<const SqlTable> sql_tables();

}  // namespace nsys_ai
