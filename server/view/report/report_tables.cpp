// Each table has the columns that readers of such reports know; times are in ms and us there.
#include "view/report/report_tables.h"

#include <algorithm>
#include <map>

namespace nsys_ai {
namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kNsPerUs = 1e3;

Table with_columns(std::initializer_list<const char*> names) {
  Table table;
  for (const char* name : names) table.columns.push_back({name, ValueType::real, Unit::none, ""});
  return table;
}

Value in_ms(int64_t ns) { return static_cast<double>(ns) / kNsPerMs; }
Value in_us(int64_t ns) { return static_cast<double>(ns) / kNsPerUs; }
Value mean_us(int64_t ns, int64_t count) {
  if (count == 0) return {};
  return static_cast<double>(ns) / static_cast<double>(count) / kNsPerUs;
}
Value percent(int64_t part, int64_t whole) {
  if (whole == 0) return {};
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}
Value pid_value(std::optional<int64_t> pid) { return pid ? Value(*pid) : Value(); }

template <class Visit>
void each_row(const Answer& answer, Visit visit) {
  for (const auto& row : answer.table.rows) visit(row);
}

int64_t summed(const Answer& answer, std::string_view column) {
  int64_t sum = 0;
  each_row(answer, [&](const auto& row) { sum += number_in(answer.table, row, column); });
  return sum;
}

int64_t summed(const std::vector<ReportProcess>& all, std::string_view column) {
  int64_t sum = 0;
  for (const ReportProcess& of : all) sum += summed(of.kernels, column);
  return sum;
}

// Keeps the rows with most time, of which `column` is the sum.
void keep_longest(TableRows& rows, size_t column, int64_t limit) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto& a, const auto& b) { return std::get<double>(a[column]) > std::get<double>(b[column]); });
  if (limit >= 0 && rows.size() > static_cast<size_t>(limit)) rows.resize(static_cast<size_t>(limit));
}

Table kernels_table(const RunReport& report, const std::vector<ReportProcess>& by_device) {
  Table table = with_columns({"kernel_name", "device_id", "call_count", "total_time_ns", "total_time_ms",
                              "avg_duration_us", "min_duration_us", "max_duration_us", "p50_duration_us",
                              "p90_duration_us", "pct_total_kernel_time"});
  const int64_t all = summed(by_device, "total_ns");
  for (const ReportProcess& of : by_device)
    each_row(of.kernels, [&](const auto& row) {
      const auto number = [&](std::string_view column) { return number_in(of.kernels.table, row, column); };
      const auto percentile_of = [&](std::string_view column) { return report.options.percentiles ? in_us(number(column)) : Value(); };
      const int64_t total = number("total_ns");
      table.rows.push_back({text_in(of.kernels.table, row, "name"), of.device, number("calls"), total,
                            in_ms(total), mean_us(total, number("calls")), in_us(number("min_ns")),
                            in_us(number("max_ns")), percentile_of("p50_ns"), percentile_of("p90_ns"),
                            percent(total, all)});
    });
  keep_longest(table.rows, 4, report.options.kernel_limit);
  return table;
}

Table kernels_by_pid_table(const RunReport& report, const std::vector<ReportProcess>& by_process) {
  Table table = with_columns({"pid", "pid_total_kernel_time_ms", "pid_pct_of_total_kernel_time", "kernel_name",
                              "device_id", "call_count", "total_time_ms", "avg_duration_us",
                              "pct_of_pid_kernel_time", "pct_of_total_kernel_time"});
  const int64_t all = summed(by_process, "total_ns");
  for (size_t first = 0, end = 0; first < by_process.size(); first = end) {
    while (end < by_process.size() && by_process[end].pid == by_process[first].pid) ++end;
    int64_t of_pid = 0;
    for (size_t i = first; i < end; ++i) of_pid += summed(by_process[i].kernels, "total_ns");
    TableRows rows;
    for (size_t i = first; i < end; ++i) {
      const Answer& answer = by_process[i].kernels;
      each_row(answer, [&](const auto& row) {
        const int64_t total = number_in(answer.table, row, "total_ns");
        const int64_t calls = number_in(answer.table, row, "calls");
        rows.push_back({pid_value(by_process[i].pid), in_ms(of_pid), percent(of_pid, all),
                        text_in(answer.table, row, "name"), by_process[i].device, calls, in_ms(total),
                        mean_us(total, calls), percent(total, of_pid), percent(total, all)});
      });
    }
    keep_longest(rows, 6, report.options.kernel_limit);
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  }
  return table;
}

Table gaps_table(const RunReport& report) {
  Table table = with_columns({"device_id", "gap_start_ns", "gap_end_ns", "gap_ms"});
  if (const Answer* gaps = report.find("gpu_idle"))
    each_row(*gaps, [&](const auto& row) {
      const auto number = [&](std::string_view column) { return number_in(gaps->table, row, column); };
      table.rows.push_back({number("device"), number("start_ns"), number("end_ns"), in_ms(number("gap_ns"))});
    });
  return table;
}

struct LabelTotals {
  int64_t count = 0;
  int64_t total = 0;
  int64_t kernels = 0;
  int64_t kernel_time = 0;
};
using LabelsByName = std::map<std::string, LabelTotals>;

// The ranges of all processes, or of one.
LabelsByName labels_of(const Answer& nvtx, const Value* pid) {
  LabelsByName labels;
  each_row(nvtx, [&](const auto& row) {
    if (text_in(nvtx.table, row, "kind") != "range" || (pid != nullptr && row[0] != *pid)) return;
    LabelTotals& of = labels[text_in(nvtx.table, row, "label")];
    of.count += number_in(nvtx.table, row, "count");
    of.total += number_in(nvtx.table, row, "host_ns");
    of.kernels += number_in(nvtx.table, row, "kernels");
    of.kernel_time += number_in(nvtx.table, row, "kernel_ns");
  });
  return labels;
}

// The values of the first column, each once.
std::vector<Value> pids_in(const Answer& answer) {
  std::vector<Value> pids;
  each_row(answer, [&](const auto& row) {
    if (std::find(pids.begin(), pids.end(), row[0]) == pids.end()) pids.push_back(row[0]);
  });
  return pids;
}

std::vector<std::pair<std::string, LabelTotals>> longest_first(const LabelsByName& labels) {
  std::vector<std::pair<std::string, LabelTotals>> sorted(labels.begin(), labels.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.total > b.second.total; });
  return sorted;
}

Table ranges_table(const RunReport& report) {
  Table table = with_columns({"range_name", "count", "total_time_ms", "avg_duration_us"});
  if (const Answer* nvtx = report.find("nvtx"))
    for (const auto& [label, of] : longest_first(labels_of(*nvtx, nullptr)))
      table.rows.push_back({label, of.count, in_ms(of.total), mean_us(of.total, of.count)});
  return table;
}

Table ranges_by_pid_table(const RunReport& report) {
  Table table = with_columns({"pid", "range_name", "nvtx_count", "nvtx_total_time_ms", "attributed_kernel_time_ms",
                              "attributed_kernel_count", "pid_attribution_coverage_pct"});
  const Answer* nvtx = report.find("nvtx");
  if (nvtx == nullptr) return table;
  const bool with_kernels = report.options.nvtx_kernel_map;
  for (const Value& pid : pids_in(*nvtx)) {
    int64_t all = 0;
    each_row(*nvtx,
             [&](const auto& row) { all += row[0] == pid ? number_in(nvtx->table, row, "kernel_ns") : 0; });
    const LabelsByName labels = labels_of(*nvtx, &pid);
    int64_t in_ranges = 0;
    for (const auto& [label, of] : labels) in_ranges += of.kernel_time;
    for (const auto& [label, of] : longest_first(labels))
      table.rows.push_back({pid, label, of.count, in_ms(of.total),
                            with_kernels ? in_ms(of.kernel_time) : Value(),
                            with_kernels ? Value(of.kernels) : Value(), percent(in_ranges, all)});
  }
  return table;
}

// Time in which threads were blocked, summed over the threads of the process.
Table sync_table(const RunReport& report) {
  Table table = with_columns({"pid", "api_name", "call_count", "total_time_ms", "avg_duration_us"});
  const Answer* sync = report.find("sync");
  if (sync == nullptr) return table;
  for (const Value& pid : pids_in(*sync)) {
    LabelsByName calls;
    each_row(*sync, [&](const auto& row) {
      if (row[0] != pid) return;
      LabelTotals& of = calls[text_in(sync->table, row, "api")];
      of.count += number_in(sync->table, row, "calls");
      of.total += number_in(sync->table, row, "blocked_ns");
    });
    for (const auto& [api, of] : longest_first(calls))
      table.rows.push_back({pid, api, of.count, in_ms(of.total), mean_us(of.total, of.count)});
  }
  return table;
}

}  // namespace

Value value_in(const Table& table, const std::vector<Value>& row, std::string_view column) {
  for (size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].name == column) return row[i];
  return {};
}

int64_t number_in(const Table& table, const std::vector<Value>& row, std::string_view column) {
  const Value value = value_in(table, row, column);
  const auto* number = std::get_if<int64_t>(&value);
  return number == nullptr ? 0 : *number;
}

std::string text_in(const Table& table, const std::vector<Value>& row, std::string_view column) {
  const Value value = value_in(table, row, column);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

std::vector<ReportTable> report_tables(const RunReport& report, const std::vector<ReportProcess>& by_device) {
  return {{"gpu_idle_gaps", gaps_table(report)},
          {"kernels", kernels_table(report, by_device)},
          {"kernels_by_pid", kernels_by_pid_table(report, report.processes)},
          {"nvtx_by_pid", ranges_by_pid_table(report)},
          {"nvtx_ranges", ranges_table(report)},
          {"sync_by_pid", sync_table(report)}};
}

}  // namespace nsys_ai
