// What a table of the relational model is: its columns in one list, and which rows a scope shows.
//
// From this list come the virtual table, its documentation and the units of a query's columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_set.h"
#include "sql/cell.h"
#include "sql/column_kind.h"
#include "sql/sql_view.h"

namespace nsys_ai {

// A row that the scope shows. Tables without times have both intervals empty.
struct SqlRow {
  size_t at = 0;    // index into the columns of the profile
  Interval whole;   // as recorded
  Interval inside;  // the part in the window of the scope
};

// How many rows have the same value, as far as one can say beforehand: what an equality is worth.
// Rows can be delivered in the order of `few_values` and `names`, of which there are few beside the rows, and
// in the order of `time`, which is the column `start`.
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

struct SqlTable {
  std::string_view name;
  std::string_view doc;
  std::vector<SqlColumn> columns;
  size_t (*size)(const Profile&) = nullptr;
  // The row as the scope shows it; nothing when it lies outside.
  std::optional<SqlRow> (*row)(SqlView&, size_t at) = nullptr;
};

SqlTable kernel_table();
SqlTable memcpy_table();
SqlTable memset_table();
SqlTable runtime_call_table();
SqlTable nvtx_table();
SqlTable process_table();
SqlTable thread_table();
SqlTable gpu_table();
SqlTable stream_table();

// All of them, in the order in which they are documented.
std::span<const SqlTable> sql_tables();

}  // namespace nsys_ai
