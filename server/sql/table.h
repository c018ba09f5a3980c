// The definition of a table of the relational model: its columns in one list, and which rows a scope shows.
//
// From this list come the virtual table, its documentation and the units of a query's columns.
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

// The rows of a table once a statement uses it.
struct SqlRows {
  const void* of = nullptr;  // what they are taken from: a family, what an analysis found; null: the profile
  size_t size = 0;
  std::shared_ptr<const void> owner = {};  // of what `of` points to, where the profile does not keep it
};

// A row that the scope shows. Tables without times have both intervals empty.
struct SqlRow {
  size_t at = 0;             // index into the columns of the profile, or into what `of` holds
  Interval whole;            // as recorded
  Interval inside;           // the part in the window of the scope
  const void* of = nullptr;  // as in SqlRows
};

// The selectivity of an equality, as far as it is known beforehand. Rows can be delivered in the order of
// `few_values` and `names`, of which there are few beside the rows, and in the order of `time`, which is the
// column `start`.
enum class Lookup : uint8_t { none, few_values, names, many_values, unique, time };

// Texts in a profile that are longer are cut for SQL, and end in "…".
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
  std::string_view otherwise;  // what holds where a statement does not say or says NULL; empty: nothing
  std::string_view doc;
  std::vector<std::string_view> choices = {};  // of a STRING: the words that it takes; none: any text
};

// The values of a function's parameters, in their order, with defaults in place.
using SqlArguments = std::vector<Value>;

struct SqlTable {
  std::string_view name;
  std::string_view doc;
  std::vector<SqlColumn> columns;
  // How many rows there are before the scope; of a table with `open`, an estimate without calling it.
  size_t (*size)(const Profile&) = nullptr;
  // The row as the scope shows it; nothing when it lies outside.
  std::optional<SqlRow> (*row)(SqlView&, const void* of, size_t at) = nullptr;
  // Called when a statement first uses the table, and never for a statement that does not; null for tables
  // whose events every profile has in memory.
  Result<SqlRows> (*open)(SqlView&, const SqlArguments&) = nullptr;
  std::vector<SqlParam> params = {};
};

#define NSYS_TABLE(name, file) SqlTable name##_table();
#define NSYS_TABLE_FUNCTION(name, file) SqlTable name##_function();
#include "sql/tables.def"
#undef NSYS_TABLE_FUNCTION
#undef NSYS_TABLE

// All of them, in the order in which they are documented.
std::span<const SqlTable> sql_tables();

}  // namespace nsys_ai
