// Shared by table functions: parameters that narrow the scope, and rows from an analysis.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/sum.h"
#include "sql/table.h"

namespace nsys_ai {

// The last parameters of a function, in this order.
extern const SqlParam kOnlyDevice;
extern const SqlParam kOnlyPid;
// The first parameters of a function: which NVTX ranges it uses.
extern const SqlParam kLabel;
extern const SqlParam kMatch;

// The scope of the query, narrowed by the last two arguments. Fails when it contains no matching GPU or
// process.
Result<Scope> narrowed_scope(SqlView& view, const SqlArguments& arguments);

inline std::string text_of(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}
inline int64_t integer_of(const Value& value) {
  const auto* integer = std::get_if<int64_t>(&value);
  return integer ? *integer : 0;
}

inline SqlCell cell_of(int64_t value) { return SqlCell::of(value); }
inline SqlCell cell_of(Sum value) { return SqlCell::of(int64_t{value}); }
inline SqlCell cell_of(double value) { return SqlCell::of(value); }
inline SqlCell cell_of(std::string_view value) { return SqlCell::of(value); }
inline SqlCell share_of(int64_t part, int64_t whole) {
  return whole > 0 ? SqlCell::of(static_cast<double>(part) / static_cast<double>(whole)) : SqlCell{};
}

// `Found` is the result of a function: a struct with a vector `rows`, and other data that its cells need.
template <class Found>
SqlRows rows_of(Found found) {
  auto kept = std::make_shared<const Found>(std::move(found));
  return {kept.get(), kept->rows.size(), kept};
}
template <class Found>
const Found& found_of(const SqlRow& row) {
  return *static_cast<const Found*>(row.of);
}
template <class Found>
const auto& at_row(const SqlRow& row) {
  return found_of<Found>(row).rows[row.at];
}
template <class Found, auto member>
SqlCell field(SqlView&, const SqlRow& row) {
  return cell_of(at_row<Found>(row).*member);
}

// All rows are in the scope; rows with a `time` can be looked up by their start.
template <class Found>
std::optional<SqlRow> found_row(SqlView&, const void* of, size_t at) {
  SqlRow row{at, {}, {}, of};
  if constexpr (requires { at_row<Found>(row).time; }) row.whole = row.inside = at_row<Found>(row).time;
  return row;
}

inline SqlCell start_of(SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.start); }
inline SqlCell end_of(SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.end); }
inline SqlCell duration_of(SqlView&, const SqlRow& row) { return SqlCell::of(row.inside.duration()); }

template <class Found>
DeviceIx device_member(const SqlRow& row) {
  return at_row<Found>(row).device;
}

// The GPU of a row, which `device` determines.
template <class Found, DeviceIx (*device)(const SqlRow&) = device_member<Found>>
void add_gpu_columns(std::vector<SqlColumn>& columns) {
  const std::vector<SqlColumn> shared = {
      {"process", "INTEGER", Lookup::few_values, "Number of the process, as in process.process.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(int64_t{view.profile().devices()[device(row)].process.value});
       }},
      {"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::maybe(view.profile().pid_of(view.profile().devices()[device(row)].process));
       }},
      {"device", "INTEGER", Lookup::few_values, "CUDA ordinal of the GPU as the process numbers it.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(view.profile().devices()[device(row)].ordinal);
       }},
  };
  columns.insert(columns.end(), shared.begin(), shared.end());
}

// Count and duration columns, for rows that are DurationStats.
template <class Found>
void add_stats_columns(std::vector<SqlColumn>& columns) {
  using Row = std::decay_t<decltype(at_row<Found>(SqlRow{}))>;
  const std::vector<SqlColumn> shared = {
      {"calls", "COUNT", Lookup::none, "How often.", field<Found, &Row::calls>},
      {"total", "DURATION", Lookup::none, "Time inside the window, summed.", field<Found, &Row::total>},
      {"average", "DURATION", Lookup::none, "total / calls, rounded.", field<Found, &Row::average>},
      {"min", "DURATION", Lookup::none, "The shortest.", field<Found, &Row::min>},
      {"p50", "DURATION", Lookup::none, "The median, linearly interpolated.", field<Found, &Row::p50>},
      {"p90", "DURATION", Lookup::none, "Nine of ten took no longer, linearly interpolated.",
       field<Found, &Row::p90>},
      {"max", "DURATION", Lookup::none, "The longest.", field<Found, &Row::max>},
  };
  columns.insert(columns.end(), shared.begin(), shared.end());
}

}  // namespace nsys_ai
