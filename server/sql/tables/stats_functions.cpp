// Totals by name: `call_stats`, `os_call_stats` and `metric_stats`.
#include <vector>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/os_call_stats.h"
#include "analysis/metric_stats.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {
namespace {

struct CudaCalls {
  std::vector<CallStats> rows;
  Sum total{};
};

Result<SqlRows> open_calls(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  CudaCalls found{call_stats(view.profile(), *scope)};
  for (const CallStats& stats : found.rows) found.total += stats.total;
  return rows_of(std::move(found));
}

struct OperatingSystemCalls {
  std::vector<OsCallStats> rows;
  const OsCalls* calls = nullptr;
};

Result<SqlRows> open_os_calls(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const auto* calls = view.events<OsCalls>();
  if (!calls) return tl::unexpected(*view.failure());
  return rows_of(OperatingSystemCalls{os_call_stats(view.profile(), *scope, *calls), calls});
}

struct Metrics {
  std::vector<MetricStats> rows;
  const GpuMetrics* metrics = nullptr;
};

Result<SqlRows> open_metrics(SqlView& view, const SqlArguments& arguments) {
  const auto scope = narrowed_scope(view, arguments);
  if (!scope) return tl::unexpected(scope.error());
  const auto* metrics = view.events<GpuMetrics>();
  if (!metrics) return tl::unexpected(*view.failure());
  return rows_of(Metrics{metric_stats(view.profile(), *scope, *metrics, text_of(arguments[0])), metrics});
}

}  // namespace

SqlTable call_stats_function() {
  SqlTable table{
      "call_stats",
      "CUDA calls by name, the largest total first, as the skill api_summary reports: without backtrace twins and creations of graph nodes.",
      {{"name", "STRING", Lookup::many_values, "The call, without what distinguishes versions.",
        [](SqlView&, const SqlRow& row) { return SqlCell::of(at_row<CudaCalls>(row).name); }}},
      [](const Profile& profile) { return profile.calls().name.values.size(); },
      found_row<CudaCalls>,
      open_calls,
      {kOnlyDevice, kOnlyPid}};
  table.columns.push_back({"role", "STRING", Lookup::few_values,
                           "What the call is for: kernel launch, graph launch, copy, memset, synchronise (the host waits), wait for event (a stream does), query, allocate, release, load code, or other.",
                           [](SqlView&, const SqlRow& row) {
                             return SqlCell::of(name_of(call_kind(at_row<CudaCalls>(row).name).role));
                           }});
  add_stats_columns<CudaCalls>(table.columns);
  table.columns.push_back({"share", "SHARE", Lookup::none, "total / the summed time of all of these calls.",
                           [](SqlView&, const SqlRow& row) {
                             return share_of(at_row<CudaCalls>(row).total, found_of<CudaCalls>(row).total);
                           }});
  table.columns.push_back({"errors", "COUNT", Lookup::none,
                           "Calls that returned neither success nor, as a query may, not ready.",
                           field<CudaCalls, &CallStats::errors>});
  return table;
}

SqlTable os_call_stats_function() {
  using Found = OperatingSystemCalls;
  SqlTable table{
      "os_call_stats",
      "Calls of the operating system by process and name, the largest total first, as the skill os_runtime reports.",
      {{"pid", "INTEGER", Lookup::few_values, "Process id; NULL where the capture names no process.",
        [](SqlView&, const SqlRow& row) {
          const int64_t pid = found_of<Found>(row).calls->processes[at_row<Found>(row).process].pid;
          return pid == 0 ? SqlCell{} : SqlCell::of(pid);
        }},
       {"name", "STRING", Lookup::many_values, "The function.",
        [](SqlView&, const SqlRow& row) {
          return SqlCell::of(found_of<Found>(row).calls->text(at_row<Found>(row).name));
        }}},
      [](const Profile&) -> size_t { return 100; },
      found_row<Found>,
      open_os_calls,
      {kOnlyDevice, kOnlyPid}};
  add_stats_columns<Found>(table.columns);
  return table;
}

SqlTable metric_stats_function() {
  return {
      "metric_stats",
      "GPU metrics by GPU and name, as the skill gpu_metrics reports, weighted by the time that each sample stands for.",
      {{"gpu", "INTEGER", Lookup::few_values, "The profiler's own number of the GPU.",
        field<Metrics, &MetricStats::gpu>},
       {"metric", "STRING", Lookup::many_values, "The metric and its unit, as the capture names it.",
        [](SqlView&, const SqlRow& row) {
          const GpuMetrics& metrics = *found_of<Metrics>(row).metrics;
          return SqlCell::of(metrics.text(metrics.metrics[at_row<Metrics>(row).metric]));
        }},
       {"samples", "COUNT", Lookup::none, "Samples that stand for any of that time.",
        field<Metrics, &MetricStats::samples>},
       {"asked", "DURATION", Lookup::none, "That time: the window, or the part in which such kernels ran.",
        field<Metrics, &MetricStats::asked>},
       {"covered", "DURATION", Lookup::none, "The part of it that samples stand for.",
        field<Metrics, &MetricStats::covered>},
       {"mean", "REAL", Lookup::none, "The mean over what is covered.", field<Metrics, &MetricStats::mean>},
       {"p95", "REAL", Lookup::none, "The smallest value such that 95 % of the time is at or below it.",
        field<Metrics, &MetricStats::p95>}},
      [](const Profile&) -> size_t { return 100; },
      found_row<Metrics>,
      open_metrics,
      {{"kernel", "STRING", "", "Only while kernels run whose full name contains this; empty: any time."},
       kOnlyDevice,
       kOnlyPid}};
}

}  // namespace nsys_ai
