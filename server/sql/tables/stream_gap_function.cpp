// The table function `stream_gap`: when a stream was idle between its operations.
#include <string>
#include <utility>
#include <vector>

#include "base/interval_set.h"
#include "base/context.h"
#include "profile/order.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

struct StreamGap {
  StreamIx stream;
  DeviceIx device;
  Interval time;
};

struct StreamGaps {
  std::vector<StreamGap> rows;
};

// Adds the parts of operations that lie in the scope to their streams.
void add_operations(const Scope& scope, const Operations& operations, const std::vector<uint8_t>& wanted,
                    std::vector<std::vector<Interval>>& by_stream) {
  ThrottledCheck check;
  for (size_t at = 0; at < operations.size(); ++at, check()) {
    const StreamIx stream = operations.stream[at];
    if (wanted[stream.value] == 0) continue;
    if (const auto inside = scope.clip(operations.interval(at))) by_stream[stream.value].push_back(*inside);
  }
}

Result<SqlRows> open_stream_gaps(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const Profile& profile = view.profile();
  const auto* number = std::get_if<int64_t>(&arguments[0]);
  std::vector<uint8_t> wanted(profile.streams().size());
  for (uint32_t at = 0; at < wanted.size(); ++at)
    wanted[at] = scope->has(StreamIx{at}) && (!number || profile.streams()[at].stream == *number) ? 1 : 0;
  std::vector<std::vector<Interval>> by_stream(wanted.size());
  add_operations(*scope, profile.kernels(), wanted, by_stream);
  add_operations(*scope, profile.copies(), wanted, by_stream);
  add_operations(*scope, profile.memsets(), wanted, by_stream);
  add_operations(*scope, profile.graph_runs(), wanted, by_stream);
  StreamGaps found;
  for (uint32_t at = 0; at < by_stream.size(); ++at)
    for (const Interval& gap : IntervalSet::union_of(std::move(by_stream[at])).gaps())
      found.rows.push_back({StreamIx{at}, profile.streams()[at].device, gap});
  return rows_of(std::move(found));
}

const Stream& stream_of_gap(SqlView& view, const SqlRow& row) {
  return view.profile().streams()[at_row<StreamGaps>(row).stream];
}

}  // namespace

SqlTable stream_gap_function() {
  SqlTable table{
      "stream_gap",
      "When a stream had nothing to do: gaps in the union of its kernels, copies, memsets and whole graphs, by stream, then by time. Other streams of the GPU may have worked meanwhile.",
      {},
      [](const Profile&) -> size_t { return 100'000; },
      found_row<StreamGaps>,
      open_stream_gaps,
      {{"only_stream", "INTEGER", "", "Only streams of this number; NULL: all."}, kOnlyDevice, kOnlyPid}};
  add_gpu_columns<StreamGaps>(table.columns);
  const std::vector<SqlColumn> more = {
      {"context", "INTEGER", Lookup::few_values, "Context of the stream.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(int64_t{stream_of_gap(view, row).context});
       }},
      {"stream", "INTEGER", Lookup::few_values, "Number of the stream, as its process has it.",
       [](SqlView& view, const SqlRow& row) {
         return SqlCell::of(int64_t{stream_of_gap(view, row).stream});
       }},
      {"start", "TIME", Lookup::none, "When the last operation before it ended.", start_of},
      {"end", "TIME", Lookup::none, "When the next operation of the stream began.", end_of},
      {"duration", "DURATION", Lookup::none, "end - start.", duration_of}};
  table.columns.insert(table.columns.end(), more.begin(), more.end());
  return table;
}

}  // namespace nsys_ai
