// What a reader of a pull request looks for first is not folded.
#include "view/report/report_sections.h"

#include <algorithm>

namespace nsys_ai {
namespace {

std::vector<size_t> shown_columns(const Table& table, const std::vector<std::string_view>& wanted) {
  std::vector<size_t> shown;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_wanted =
        wanted.empty() || std::find(wanted.begin(), wanted.end(), table.columns[i].name) != wanted.end();
    const auto has_value = [&](const auto& row) { return row[i] != Value() && row[i] != Value(int64_t{0}); };
    if (is_wanted && std::any_of(table.rows.begin(), table.rows.end(), has_value)) shown.push_back(i);
  }
  return shown;
}

}  // namespace

const std::vector<ReportSection>& report_sections() {
  static const std::vector<ReportSection> all = {
      {"gpu_busy",
       "How busy the GPUs are",
       {"pid", "device", "gpu", "span_ns", "busy_ns", "busy_share", "kernel_share", "copy_share"},
       false},
      {"nvtx_phases",
       "Phases",
       {"phase", "pid", "steps", "wall_ns", "p50_ns", "p99_ns", "per_s", "kernel_ns", "share", "gpu_busy_ns",
        "replays", "hidden_ns", "host"},
       false},
      {"requests",
       "Requests and iterations of the log",
       {"lane", "name", "count", "total_ns", "p50_ns", "p99_ns", "gpu_busy_ns", "gpu_share"},
       false},
      {"kernel_families", "Kernels by family", {"family", "calls", "total_ns", "share"}, false},
      {"top_kernels",
       "Top kernels",
       {"name", "calls", "total_ns", "avg_ns", "p50_ns", "p90_ns", "share"},
       false},
      {"nvtx_kernel_phases",
       "Kernels by phase",
       {"phase", "family", "kernel", "location", "calls", "total_ns", "share_of_phase"}},
      {"processes",
       "Processes",
       {"pid", "name", "device", "kernels", "kernel_sum_ns", "busy_ns", "copy_bytes", "api_ns"}},
      {"overlap",
       "Compute, communication and copies",
       {"pid", "device", "compute_ns", "comm_ns", "exposed_comm_ns", "copy_ns", "idle_ns"}},
      {"communication", "Communication", {}},
      {"copies", "Copies", {"kind", "ops", "bytes", "total_ns", "avg_gbps"}},
      {"graphs", "CUDA graphs", {"graph", "pid", "device", "launches", "kernels", "total_ns", "coverage"}},
      {"explained_graphs",
       "Inside graphs that were recorded whole, by another capture",
       {"graph", "device", "launches", "total_ns", "kernel", "family", "runs_per_launch", "other_ns",
        "share"},
       false},
      {"launch_storm",
       "Launch rate",
       {"pid", "device", "launches", "per_s", "p50_ns", "under_5us", "under_10us", "under_20us", "verdict"}},
      {"sync",
       "Time in which threads waited for the GPU",
       {"pid", "tid", "api", "calls", "blocked_ns", "gpu_busy_ns", "gpu_idle_ns"}},
      {"gpu_idle",
       "Idle GPUs, the longest gaps",
       {"pid", "device", "start_ns", "gap_ns", "cause", "activity", "range"}},
      {"nvtx",
       "NVTX ranges by process",
       {"pid", "kind", "label", "count", "host_ns", "kernels", "kernel_ns", "share"}},
  };
  return all;
}

Answer answer_of_section(const RunReport& report, const ReportSection& section, const Answer& answer) {
  Answer shown = answer;
  shown.table = {};
  const bool without_percentiles = section.part == "top_kernels" && !report.options.percentiles;
  std::vector<size_t> kept;
  for (const size_t i : shown_columns(answer.table, section.columns)) {
    const Column& column = answer.table.columns[i];
    if (without_percentiles && (column.name == "p50_ns" || column.name == "p90_ns")) continue;
    kept.push_back(i);
    shown.table.columns.push_back(column);
  }
  for (const auto& row : answer.table.rows) {
    std::vector<Value> cells;
    for (const size_t i : kept) cells.push_back(row[i]);
    shown.table.rows.push_back(std::move(cells));
  }
  return shown;
}

}  // namespace nsys_ai
