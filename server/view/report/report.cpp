// Asks the skills for each part, first over everything in scope, then for each process.
#include "view/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/phases/phase_map.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"
#include "skills/list.h"
#include "view/report/report_tables.h"

namespace nsys_ai {
namespace {

constexpr int64_t kGapsInReport = 50;
constexpr int64_t kRowsInReport = 50;
constexpr size_t kMostRowsOfPart = 500;

struct Asked {
  std::string name;
  std::string skill;
  ParamValues values = {};
};

std::string limit_text(int64_t limit) { return fmt::format("{}", limit); }

std::vector<Asked> asked_parts(const ReportOptions& options) {
  const std::string rows = limit_text(kRowsInReport);
  std::vector<Asked> all = {
      {"gpu_busy", "gpu_utilization", {{"limit", "0"}}},
      {"overlap", "overlap_breakdown", {{"limit", "0"}}},
      {"kernel_families", "kernel_families", {{"limit", "0"}}},
      {"communication", "nccl_breakdown", {{"limit", rows}}},
      {"copies", "memory_transfers", {{"limit", rows}}},
      {"nvtx_phases", "phases", {{"limit", "0"}, {"phase_map", options.phase_map}}},
      {"nvtx_kernel_phases", "stages", {{"limit", rows}, {"phase_map", options.phase_map}}},
      {"graphs", "cuda_graphs", {{"limit", rows}}},
      {"launch_coverage", "launch_coverage", {{"limit", "0"}}},
      {"launch_storm", "launch_storm", {{"limit", "0"}}},
      {"sync", "sync_cost", {{"limit", rows}}},
      {"gpu_idle", "gpu_idle_gaps", {{"limit", limit_text(kGapsInReport)}, {"min_gap", "1us"}}},
      {"nvtx", "nvtx_summary", {{"limit", "0"}}},
      {"nvtx_coverage", "nvtx_coverage"},
      {"processes", "process_breakdown", {{"limit", "0"}}},
  };
  if (options.kernel_limit != 0)
    all.push_back({"top_kernels", "top_kernels", {{"limit", limit_text(std::max<int64_t>(0, options.kernel_limit))}}});
  if (options.nvtx_kernel_map) all.push_back({"nvtx_kernel_time", "nvtx_kernel_map", {{"limit", rows}}});
  std::sort(all.begin(), all.end(), [](const Asked& a, const Asked& b) { return a.name < b.name; });
  return all;
}

std::vector<Asked> asked_of_process(const ReportOptions& options) {
  std::vector<Asked> all = {{"nvtx", "nvtx_summary", {{"limit", "0"}}},
                            {"nvtx_coverage", "nvtx_coverage"},
                            {"sync", "sync_cost", {{"limit", "0"}}}};
  if (options.nvtx_kernel_map) all.push_back({"nvtx_kernel_time", "nvtx_kernel_map", {{"limit", "0"}}});
  return all;
}

Result<Answer> answer_for(const Profile& profile, const Scope& scope, const Asked& asked, const Work& work) {
  return run_in_scope(**built_in_skills().find(asked.skill), profile, scope, asked.values, work);
}

Result<std::vector<ReportPart>> answers_for(const Profile& profile, const Scope& scope,
                                            const std::vector<Asked>& asked, const Work& work) {
  std::vector<std::optional<Result<Answer>>> answers(asked.size());
  const size_t threads = memory_limit() ? 1 : usable_cores();  // each skill takes memory while it runs
  parallel_for(threads, asked.size(),
               [&](size_t i) { answers[i] = answer_for(profile, scope, asked[i], Work{work.cancel, {}}); });
  std::vector<ReportPart> parts;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (!*answers[i]) return tl::unexpected(answers[i]->error());
    parts.push_back({asked[i].name, std::move(**answers[i])});
  }
  return parts;
}

// The scope of a part of the request; a window that a phase or a step chose stays.
Result<Scope> part_of_scope(const Profile& profile, const Scope& whole, std::optional<int64_t> pid,
                            std::vector<int64_t> gpus) {
  ScopeRequest request;
  request.process = pid;
  request.gpus = std::move(gpus);
  if (whole.has_window()) request.window = whole.window();
  return Scope::make(profile, request);
}

Result<KernelsOf> kernels_of(const Profile& profile, const Scope& whole, std::optional<int64_t> pid, int64_t device,
                             const Work& work) {
  const auto scope = part_of_scope(profile, whole, pid, {device});
  if (!scope) return tl::unexpected(scope.error());
  auto answer = answer_for(profile, *scope, {"", "top_kernels", {{"limit", "0"}}}, work);
  if (!answer) return tl::unexpected(answer.error());
  return KernelsOf{pid, device, std::move(*answer)};
}

// The processes in scope, by pid, with the numbers of their GPUs; those that use none have none.
std::map<std::optional<int64_t>, std::set<int64_t>> processes_in(const Profile& profile, const Scope& scope) {
  std::map<std::optional<int64_t>, std::set<int64_t>> all;
  for (size_t i = 0; i < profile.processes().size(); ++i)
    if (scope.has(ProcessIx(i))) all[profile.pid_of(ProcessIx(i))];
  for (const DeviceIx device : scope.devices()) {
    const Device& of = profile.devices()[device];
    all[profile.pid_of(of.process)].insert(of.ordinal);
  }
  return all;
}

std::string sentence(const std::string& note) {
  std::string text = one_line(note);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text.empty() || text.back() == '.' ? text : text + ".";
}

// The share of kernel time in ranges, where the answer has one.
std::optional<double> coverage_share(const Answer* answer) {
  if (answer == nullptr || answer->table.rows.empty()) return std::nullopt;
  const Value value = value_in(answer->table, answer->table.rows[0], "share");
  const auto* share = std::get_if<double>(&value);
  return share == nullptr ? std::nullopt : std::optional(*share);
}

void warn_of_coverage(Report& report) {
  const Answer* coverage = report.find("nvtx_coverage");
  const double least = report.options.coverage_threshold;
  const auto share = coverage_share(coverage);
  if (!share) {
    if (coverage != nullptr) report.warnings.push_back(sentence(coverage->reason));
    return;
  }
  if (*share < least) {
    report.warnings.push_back(fmt::format("NVTX ranges cover {} of kernel time, less than {}.", readable_share(*share), readable_share(least)));
    for (const std::string& note : coverage->notes) report.warnings.push_back(sentence(note));
  }
  const ReportProcess* worst = nullptr;
  double worst_share = least;
  for (const ReportProcess& process : report.processes)
    for (const ReportPart& part : process.parts)
      if (part.name == "nvtx_coverage")
        if (const auto of = coverage_share(&part.answer); of && *of < worst_share) {
          worst_share = *of;
          worst = &process;
        }
  if (worst != nullptr && worst->pid && report.processes.size() > 1)
    report.warnings.push_back(fmt::format("Of process {}, ranges cover least: {}.", *worst->pid, readable_share(worst_share)));
}

// Whole graphs hide their kernels; the calls say how many replays there were.
void warn_of_whole_graphs(Report& report) {
  const Answer* graphs = report.find("graphs");
  const Answer* coverage = report.find("launch_coverage");
  if (graphs == nullptr || coverage == nullptr) return;
  const auto is_whole = [&](const auto& row) { return std::holds_alternative<std::monostate>(value_in(graphs->table, row, "kernels")); };
  if (std::none_of(graphs->table.rows.begin(), graphs->table.rows.end(), is_whole)) return;
  int64_t launches = 0, recorded = 0;
  for (const auto& row : coverage->table.rows) {
    launches += number_in(coverage->table, row, "graph_launches");
    recorded += number_in(coverage->table, row, "graphs_recorded");
  }
  report.warnings.push_back(fmt::format(
      "{} of {} CUDA graph replays have a record, as one operation each: the kernels inside are not in the file. Capture with `--cuda-graph-trace=node` to see them.",
      recorded, launches));
}

void warn_without_kernels(Report& report) {
  const Answer* answer = report.find("kernel_families");
  if (answer == nullptr || answer->outcome == Outcome::rows) return;
  std::string text = sentence(answer->reason);
  std::erase(report.warnings, text);  // the notes of the capture say as much
  for (const std::string& need : answer->needs) text += " " + sentence(need);
  report.warnings.push_back(text);
}

// Tables have all rows; a program that reads JSON gets those that matter.
void keep_first_rows(Answer& answer) {
  if (answer.table.rows.size() <= kMostRowsOfPart) return;
  answer.table.rows.resize(kMostRowsOfPart);
  answer.truncated = true;
}

Result<void> add_processes(const Profile& profile, const Scope& scope, const Work& work, Report& report) {
  std::vector<KernelsOf> by_device, by_process;
  std::map<int64_t, int64_t> users;  // of each number of a GPU
  const auto processes = processes_in(profile, scope);
  for (const auto& [pid, gpus] : processes)
    for (const int64_t gpu : gpus) ++users[gpu];
  for (const auto& [pid, gpus] : processes) {
    const auto part = part_of_scope(profile, scope, pid, {});
    if (!part) return tl::unexpected(part.error());
    auto parts = answers_for(profile, *part, asked_of_process(report.options), work);
    if (!parts) return tl::unexpected(parts.error());
    for (const int64_t gpu : gpus) {
      auto kernels = kernels_of(profile, scope, pid, gpu, work);
      if (!kernels) return tl::unexpected(kernels.error());
      if (users[gpu] == 1) by_device.push_back(*kernels);
      by_process.push_back(std::move(*kernels));
    }
    report.processes.push_back({pid, std::move(*parts)});
  }
  for (const auto& [gpu, count] : users) {
    if (count == 1) continue;
    auto kernels = kernels_of(profile, scope, std::nullopt, gpu, work);
    if (!kernels) return tl::unexpected(kernels.error());
    by_device.push_back(std::move(*kernels));
  }
  report.tables = report_tables(report, by_device, by_process);
  for (ReportPart& part : report.parts) keep_first_rows(part.answer);
  for (ReportProcess& process : report.processes)
    for (ReportPart& part : process.parts) keep_first_rows(part.answer);
  return {};
}

}  // namespace

const Answer* Report::find(std::string_view name) const {
  for (const ReportPart& part : parts)
    if (part.name == name) return &part.answer;
  return nullptr;
}

Result<Report> make_report(const Profile& profile, const ReportOptions& options, const Work& work) {
  if (!options.phase_map.empty())
    if (const auto map = PhaseMap::parse(options.phase_map); !map) return tl::unexpected(map.error());
  const auto scope = Scope::make(profile, options.scope);
  if (!scope) return tl::unexpected(scope.error());
  Report report;
  report.file = profile.info().path.filename().string();
  report.options = options;
  auto findings = findings_in(profile, *scope, part_of(work, 0, 0.6));
  if (!findings) return tl::unexpected(findings.error());
  report.findings = std::move(*findings);
  work.report(0.6, "asking the skills");
  auto parts = answers_for(profile, *scope, asked_parts(options), work);
  if (!parts) return tl::unexpected(parts.error());
  report.parts = std::move(*parts);
  const AnswerScope of = scope->described(profile);
  report.scope = fmt::format("{}, {} to {} on the capture's clock",
                             of.devices.empty() ? "no GPU" : fmt::format("GPU {}", fmt::join(of.devices, ", ")),
                             readable_clock(of.start_ns), readable_clock(of.end_ns));
  std::vector<std::string> notes;
  note_scope(profile, *scope, notes);
  for (const std::string& note : notes) report.warnings.push_back(sentence(note));
  for (const std::string& note : profile.notes()) report.warnings.push_back(sentence(note));
  if (auto added = add_processes(profile, *scope, work, report); !added) return tl::unexpected(added.error());
  warn_without_kernels(report);
  warn_of_coverage(report);
  warn_of_whole_graphs(report);
  return report;
}

}  // namespace nsys_ai
