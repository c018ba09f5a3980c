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

int64_t summed(const std::vector<KernelsOf>& all, std::string_view column) {
  int64_t sum = 0;
  for (const KernelsOf& of : all) sum += summed(of.answer, column);
  return sum;
}

// Keeps the rows with most time, of which `column` is the sum.
void keep_longest(TableRows& rows, size_t column, int64_t limit) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto& a, const auto& b) { return std::get<double>(a[column]) > std::get<double>(b[column]); });
  if (limit >= 0 && rows.size() > static_cast<size_t>(limit)) rows.resize(static_cast<size_t>(limit));
}

Table kernels_table(const Report& report, const std::vector<KernelsOf>& by_device) {
  Table table = with_columns({"kernel_name", "device_id", "call_count", "total_time_ns", "total_time_ms",
                              "avg_duration_us", "min_duration_us", "max_duration_us", "p50_duration_us",
                              "p90_duration_us", "pct_total_kernel_time"});
  const int64_t all = summed(by_device, "total_ns");
  for (const KernelsOf& of : by_device)
    each_row(of.answer, [&](const auto& row) {
      const auto number = [&](std::string_view column) { return number_in(of.answer.table, row, column); };
      const auto percentile_of = [&](std::string_view column) { return report.options.percentiles ? in_us(number(column)) : Value(); };
      const int64_t total = number("total_ns");
      table.rows.push_back({text_in(of.answer.table, row, "name"), of.device, number("calls"), total, in_ms(total),
                            mean_us(total, number("calls")), in_us(number("min_ns")), in_us(number("max_ns")),
                            percentile_of("p50_ns"), percentile_of("p90_ns"), percent(total, all)});
    });
  keep_longest(table.rows, 4, report.options.kernel_limit);
  return table;
}

Table kernels_by_pid_table(const Report& report, const std::vector<KernelsOf>& by_process) {
  Table table = with_columns({"pid", "pid_total_kernel_time_ms", "pid_pct_of_total_kernel_time", "kernel_name",
                              "device_id", "call_count", "total_time_ms", "avg_duration_us",
                              "pct_of_pid_kernel_time", "pct_of_total_kernel_time"});
  const int64_t all = summed(by_process, "total_ns");
  for (size_t first = 0, end = 0; first < by_process.size(); first = end) {
    while (end < by_process.size() && by_process[end].pid == by_process[first].pid) ++end;
    int64_t of_pid = 0;
    for (size_t i = first; i < end; ++i) of_pid += summed(by_process[i].answer, "total_ns");
    TableRows rows;
    for (size_t i = first; i < end; ++i) {
      const Answer& answer = by_process[i].answer;
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

Table gaps_table(const Report& report) {
  Table table = with_columns({"device_id", "gap_start_ns", "gap_end_ns", "gap_ms"});
  if (const Answer* gaps = report.find("gpu_idle"))
    each_row(*gaps, [&](const auto& row) {
      const auto number = [&](std::string_view column) { return number_in(gaps->table, row, column); };
      table.rows.push_back({number("device"), number("start_ns"), number("end_ns"), in_ms(number("gap_ns"))});
    });
  return table;
}

const Answer* part_of_process(const ReportProcess& process, std::string_view name) {
  for (const ReportPart& part : process.parts)
    if (part.name == name) return &part.answer;
  return nullptr;
}

struct LabelTotals {
  int64_t count = 0;
  int64_t total = 0;
  int64_t kernels = 0;
  int64_t kernel_time = 0;
};
using LabelsByName = std::map<std::string, LabelTotals>;

LabelsByName labels_of(const Answer* summary) {
  LabelsByName labels;
  if (summary != nullptr)
    each_row(*summary, [&](const auto& row) {
      LabelTotals& of = labels[text_in(summary->table, row, "label")];
      of.count += number_in(summary->table, row, "count");
      of.total += number_in(summary->table, row, "total_ns");
    });
  return labels;
}

std::vector<std::pair<std::string, LabelTotals>> longest_first(const LabelsByName& labels) {
  std::vector<std::pair<std::string, LabelTotals>> sorted(labels.begin(), labels.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.total > b.second.total; });
  return sorted;
}

Table ranges_table(const Report& report) {
  Table table = with_columns({"range_name", "count", "total_time_ms", "avg_duration_us"});
  for (const auto& [label, of] : longest_first(labels_of(report.find("nvtx"))))
    table.rows.push_back({label, of.count, in_ms(of.total), mean_us(of.total, of.count)});
  return table;
}

// A path of labels ends in that of the innermost range, to which its kernels belong.
void add_kernels_of_paths(const Answer& map, LabelsByName& labels) {
  constexpr std::string_view kBetween = " > ";
  each_row(map, [&](const auto& row) {
    const std::string path = text_in(map.table, row, "path");
    const size_t at = path.rfind(kBetween);
    LabelTotals& of = labels[at == std::string::npos ? path : path.substr(at + kBetween.size())];
    of.kernels += number_in(map.table, row, "calls");
    of.kernel_time += number_in(map.table, row, "total_ns");
  });
}

Table ranges_by_pid_table(const Report& report) {
  Table table = with_columns({"pid", "range_name", "nvtx_count", "nvtx_total_time_ms", "attributed_kernel_time_ms",
                              "attributed_kernel_count", "pid_attribution_coverage_pct"});
  for (const ReportProcess& process : report.processes) {
    LabelsByName labels = labels_of(part_of_process(process, "nvtx"));
    const Answer* map = part_of_process(process, "nvtx_kernel_time");
    if (map != nullptr) add_kernels_of_paths(*map, labels);
    Value coverage;
    if (const Answer* of = part_of_process(process, "nvtx_coverage"); of != nullptr && !of->table.rows.empty())
      if (const auto* share = std::get_if<double>(&of->table.rows[0].back())) coverage = 100 * *share;
    for (const auto& [label, of] : longest_first(labels))
      table.rows.push_back({pid_value(process.pid), label, of.count, in_ms(of.total),
                            map != nullptr ? in_ms(of.kernel_time) : Value(),
                            map != nullptr ? Value(of.kernels) : Value(), coverage});
  }
  return table;
}

// Time in which threads were blocked, summed over the threads of the process.
Table sync_table(const Report& report) {
  Table table = with_columns({"pid", "api_name", "call_count", "total_time_ms", "avg_duration_us"});
  for (const ReportProcess& process : report.processes) {
    const Answer* sync = part_of_process(process, "sync");
    if (sync == nullptr) continue;
    LabelsByName calls;
    each_row(*sync, [&](const auto& row) {
      LabelTotals& of = calls[text_in(sync->table, row, "api")];
      of.count += number_in(sync->table, row, "calls");
      of.total += number_in(sync->table, row, "blocked_ns");
    });
    for (const auto& [api, of] : longest_first(calls))
      table.rows.push_back({pid_value(process.pid), api, of.count, in_ms(of.total), mean_us(of.total, of.count)});
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

std::vector<ReportTable> report_tables(const Report& report, const std::vector<KernelsOf>& by_device,
                                       const std::vector<KernelsOf>& by_process) {
  return {{"gpu_idle_gaps", gaps_table(report)},
          {"kernels", kernels_table(report, by_device)},
          {"kernels_by_pid", kernels_by_pid_table(report, by_process)},
          {"nvtx_by_pid", ranges_by_pid_table(report)},
          {"nvtx_ranges", ranges_table(report)},
          {"sync_by_pid", sync_table(report)}};
}

}  // namespace nsys_ai
