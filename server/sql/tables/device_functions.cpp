// The table functions `gpu_busy` and `gpu_gap`: when each GPU was busy and when it was idle.
#include <optional>
#include <string>
#include <vector>

#include "analysis/time/busy.h"
#include "analysis/time/gap_detail.h"
#include "base/parallel_sort.h"
#include "profile/order.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

struct Busy {
  std::vector<DeviceTime> rows;
};

template <int64_t (DeviceTime::*of)() const>
SqlCell time_cell(SqlView&, const SqlRow& row) {
  return SqlCell::of((at_row<Busy>(row).*of)());
}

struct Gaps {
  std::vector<AdjustedGap> rows;
  std::vector<std::string> family;  // by device: the family name for references to its gaps
  OperationNumbers numbers;
};

const IdleGap& gap_of(const SqlRow& row) { return at_row<Gaps>(row).gap; }
DeviceIx device_of_gap(const SqlRow& row) { return gap_of(row).device; }

std::optional<SqlRow> gap_row(SqlView&, const void* of, size_t at) {
  SqlRow row{at, {}, {}, of};
  row.whole = row.inside = gap_of(row).gap;
  return row;
}

SqlCell gap_reference(SqlView&, const SqlRow& row) {
  return SqlCell::ref(found_of<Gaps>(row).family[gap_of(row).device], row.whole.start);
}

SqlCell operation_reference(SqlView&, const SqlRow& row, uint32_t number) {
  const auto& numbers = found_of<Gaps>(row).numbers;
  const auto [kind, at] = numbers[number];
  if (kind == OperationNumbers::graph_run) return {};
  return SqlCell::ref(kind == OperationNumbers::kernel ? "kernel"
                      : kind == OperationNumbers::copy ? "memcpy"
                                                       : "memset",
                      numbers.family(kind).row[at]);
}

template <uint32_t IdleGap::*which>
SqlCell operation(SqlView& view, const SqlRow& row) {
  return operation_reference(view, row, gap_of(row).*which);
}

SqlCell launch_of_next(SqlView& view, const SqlRow& row) {
  const uint32_t call = gap_of(row).launch;
  return call == Launches::kNoCall ? SqlCell{}
                                   : SqlCell::ref("runtime_call", view.profile().calls().row[call]);
}

SqlCell host_range(SqlView& view, const SqlRow& row) {
  IdleGap gap = gap_of(row);
  find_host_range(view.profile(), gap);
  return gap.host_range == NvtxForest::kNoRange ? SqlCell{} : view.nvtx_text(gap.host_range);
}

size_t device_count(const Profile& profile) { return profile.devices().size(); }

Result<SqlRows> open_busy(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  return rows_of(Busy{device_times(view.profile(), *scope)});
}

Result<SqlRows> open_gaps(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const auto profiler = ProfilerTime::read(view.profile(), view.work());
  if (!profiler) return tl::unexpected(profiler.error());
  Gaps gaps{adjusted_gaps(view.profile(), *scope, *profiler, integer_of(arguments[0])),
            {},
            OperationNumbers(view.profile())};
  sort_on_all_cores(gaps.rows, precedes);
  for (size_t device = 0; device < view.profile().devices().size(); ++device)
    gaps.family.push_back("gap:" + std::to_string(device));
  return rows_of(std::move(gaps));
}

void add_busy_columns(std::vector<SqlColumn>& columns) {
  const std::vector<SqlColumn> times = {
      {"busy", "DURATION", Lookup::none,
       "Anything ran: kernels, copies, memsets, graphs recorded as a whole.", field<Busy, &DeviceTime::busy>},
      {"idle", "DURATION", Lookup::none, "span - busy.", time_cell<&DeviceTime::idle>},
      {"busy_share", "SHARE", Lookup::none, "busy / span; NULL where the span has no length.",
       [](SqlView&, const SqlRow& row) {
         return share_of(at_row<Busy>(row).busy, at_row<Busy>(row).span.duration());
       }},
      {"kernel", "DURATION", Lookup::none, "At least one kernel ran.", field<Busy, &DeviceTime::kernel>},
      {"compute", "DURATION", Lookup::none, "At least one kernel ran that does not communicate.",
       field<Busy, &DeviceTime::compute>},
      {"communication", "DURATION", Lookup::none, "At least one communication kernel ran.",
       field<Busy, &DeviceTime::communication>},
      {"overlap", "DURATION", Lookup::none, "Both ran.", time_cell<&DeviceTime::overlap>},
      {"exposed_communication", "DURATION", Lookup::none, "communication - overlap.",
       time_cell<&DeviceTime::exposed_communication>},
      {"copy", "DURATION", Lookup::none, "At least one copy ran, memsets not among them.",
       field<Busy, &DeviceTime::copy>},
      {"copy_kernel_overlap", "DURATION", Lookup::none, "A copy and a kernel ran.",
       time_cell<&DeviceTime::copy_kernel_overlap>},
      {"kernel_sum", "DURATION", Lookup::none, "Durations of kernels added up; more where they ran together.",
       field<Busy, &DeviceTime::kernel_sum>},
      {"kernels", "COUNT", Lookup::none, "Kernels.", field<Busy, &DeviceTime::kernels>},
      {"operations", "COUNT", Lookup::none, "Kernels, copies, memsets and whole graphs.",
       field<Busy, &DeviceTime::operations>},
      {"streams", "COUNT", Lookup::none, "Streams on which any of them ran.",
       field<Busy, &DeviceTime::streams>}};
  columns.insert(columns.end(), times.begin(), times.end());
}

}  // namespace

SqlTable gpu_busy_function() {
  SqlTable table{
      "gpu_busy",
      "How each GPU of a process spent its time, as the skills gpu_utilization and overlap_breakdown report: one row for each on which anything ran. "
      "Times but kernel_sum are lengths of unions of intervals, clipped to the window.",
      {},
      device_count,
      found_row<Busy>,
      open_busy,
      {kOnlyDevice, kOnlyPid}};
  add_gpu_columns<Busy>(table.columns);
  table.columns.push_back(
      {"start", "TIME", Lookup::none, "When the first operation began.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(at_row<Busy>(row).span.start); }});
  table.columns.push_back(
      {"end", "TIME", Lookup::none, "When the last operation ended.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(at_row<Busy>(row).span.end); }});
  table.columns.push_back({"span", "DURATION", Lookup::none, "end - start.", [](SqlView&, const SqlRow& row) {
                             return SqlCell::of(at_row<Busy>(row).span.duration());
                           }});
  add_busy_columns(table.columns);
  return table;
}

SqlTable gpu_gap_function() {
  SqlTable table{
      "gpu_gap",
      "When a GPU of a process had nothing to do, and why, as the skill gpu_idle_gaps reports: gaps in the union of all operations, the longest first.",
      {{"id", "REF", Lookup::many_values, "Event reference, such as gap:0:12345.", gap_reference}},
      [](const Profile&) -> size_t { return 1000; },
      gap_row,
      open_gaps,
      {{"min_gap", "DURATION", "1ms", "Gaps with less idle time are left out."}, kOnlyDevice, kOnlyPid}};
  add_gpu_columns<Gaps, device_of_gap>(table.columns);
  const std::vector<SqlColumn> more = {
      {"start", "TIME", Lookup::time, "When the last operation before it ended.", start_of},
      {"end", "TIME", Lookup::none, "When the next operation began.", end_of},
      {"duration", "DURATION", Lookup::none, "end - start.", duration_of},
      {"overhead", "DURATION", Lookup::none, "Of that, time in which the profiler worked in this process.",
       field<Gaps, &AdjustedGap::overhead>},
      {"idle", "DURATION", Lookup::none, "duration - overhead: what min_gap is compared with.",
       [](SqlView&, const SqlRow& row) {
         return SqlCell::of(row.whole.duration() - at_row<Gaps>(row).overhead);
       }},
      {"cause", "STRING", Lookup::few_values,
       "launch gap (under 5 us), host-bound, device-side wait, launch overhead or unknown: what the launch of the next operation shows.",
       [](SqlView&, const SqlRow& row) { return SqlCell::of(name_of(gap_of(row).cause)); }},
      {"host_range", "STRING", Lookup::none,
       "The NVTX label that covers four fifths of a host-bound gap on the launching thread; NULL for none.",
       host_range},
      {"before", "REF", Lookup::many_values,
       "The operation that ended last before it; NULL for a graph recorded as a whole.",
       operation<&IdleGap::before>},
      {"after", "REF", Lookup::many_values, "The operation that ends it; likewise.",
       operation<&IdleGap::after>},
      {"launch", "REF", Lookup::many_values,
       "runtime_call.id of the call that launched that one; NULL for none.", launch_of_next}};
  table.columns.insert(table.columns.end(), more.begin(), more.end());
  return table;
}

}  // namespace nsys_ai
