// Asks the skills for each part, first over everything in scope, then for each process.
#include "view/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/phases/phase_map.h"
#include "base/loss_notes.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"
#include "skills/list.h"
#include "view/report/explained_graphs.h"
#include "view/report/report_tables.h"

namespace nsys_ai {
namespace {

constexpr int64_t kGapsInReport = 50;
constexpr int64_t kRowsInReport = 50;
constexpr size_t kMostRowsOfPart = 500;

struct ReportQuestion {
  std::string name;
  std::string skill;
  ParamValues values = {};
};

std::string limit_text(int64_t limit) { return fmt::format("{}", limit); }

std::vector<ReportQuestion> asked_parts(const ReportOptions& options) {
  const std::string rows = limit_text(kRowsInReport);
  std::vector<ReportQuestion> all = {
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
      {"sync", "sync_cost", {{"limit", "0"}}},
      {"gpu_idle", "gpu_idle_gaps", {{"limit", limit_text(kGapsInReport)}, {"min_gap", "10us"}}},
      {"nvtx", "nvtx_by_process", {{"limit", "0"}}},
      {"nvtx_coverage", "nvtx_coverage"},
      {"processes", "process_breakdown", {{"limit", "0"}}},
      {"time_by_family", "time_by_family", {{"limit", "0"}}},
  };
  if (!options.requests.empty())
    all.push_back({"requests", "request_log", {{"limit", rows}, {"requests", options.requests}}});
  if (options.kernel_limit != 0)
    all.push_back(
        {"top_kernels", "top_kernels", {{"limit", limit_text(std::max<int64_t>(0, options.kernel_limit))}}});
  std::sort(all.begin(), all.end(),
            [](const ReportQuestion& a, const ReportQuestion& b) { return a.name < b.name; });
  return all;
}

Result<Answer> answer_for(const Profile& profile, const Scope& scope, const ReportQuestion& asked,
                          const Work& work) {
  return run_in_scope(**built_in_skills().find(asked.skill), profile, scope, asked.values, work);
}

Result<std::vector<ReportPart>> answers_for(const Profile& profile, const Scope& scope,
                                            const std::vector<ReportQuestion>& asked, const Work& work) {
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

Result<ReportProcess> kernels_of(const Profile& profile, const Scope& whole, std::optional<int64_t> pid,
                                 int64_t device, const Work& work) {
  const auto scope = part_of_scope(profile, whole, pid, {device});
  if (!scope) return tl::unexpected(scope.error());
  auto answer = answer_for(profile, *scope, {"", "top_kernels", {{"limit", "0"}}}, work);
  if (!answer) return tl::unexpected(answer.error());
  return ReportProcess{pid, device, std::move(*answer)};
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

// The share of each process's kernel time in ranges.
std::map<Value, double> coverage_by_process(const Answer& nvtx) {
  std::map<Value, std::pair<int64_t, int64_t>> totals;  // in ranges, and all
  for (const auto& row : nvtx.table.rows) {
    auto& [inside, all] = totals[row[0]];
    const int64_t ns = number_in(nvtx.table, row, "kernel_ns");
    all += ns;
    if (text_in(nvtx.table, row, "kind") == "range") inside += ns;
  }
  std::map<Value, double> shares;
  for (const auto& [pid, of] : totals)
    if (of.second > 0) shares[pid] = static_cast<double>(of.first) / static_cast<double>(of.second);
  return shares;
}

void warn_of_coverage(RunReport& report) {
  const Answer* coverage = report.find("nvtx_coverage");
  const double least = report.options.coverage_threshold;
  const auto share = coverage_share(coverage);
  if (!share) {
    if (coverage != nullptr && !coverage->reason.empty())
      report.warnings.push_back(sentence(coverage->reason));
    return;
  }
  if (*share < least) {
    report.warnings.push_back(fmt::format("NVTX ranges cover {} of kernel time, less than {}.", readable_share(*share), readable_share(least)));
    for (const std::string& note : coverage->notes) report.warnings.push_back(sentence(note));
  }
  const Answer* ranges = report.find("nvtx");
  Value worst;
  double worst_share = std::min(least, *share);
  for (const auto& [pid, of] : coverage_by_process(*ranges))
    if (of < worst_share) {
      worst_share = of;
      worst = pid;
    }
  if (const auto* pid = std::get_if<int64_t>(&worst))
    report.warnings.push_back(
        fmt::format("Of process {}, ranges cover least: {}.", *pid, readable_share(worst_share)));
}

// Whole graphs hide their kernels; the calls say how many replays there were.
void warn_of_whole_graphs(RunReport& report) {
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

void warn_without_kernels(RunReport& report) {
  const Answer* answer = report.find("kernel_families");
  if (answer == nullptr || answer->outcome == Outcome::rows) return;
  std::string text = sentence(answer->reason);
  std::erase(report.warnings, text);  // the notes of the capture say as much
  for (const std::string& need : answer->needs) text += " " + sentence(need);
  report.warnings.push_back(text);
}

// What was not read comes first, each sentence once.
void warn_of_losses(const LossNotes& losses, RunReport& report) {
  std::vector<std::string> all;
  for (const std::string& note : losses.notes()) all.push_back(sentence(note));
  for (const std::string& warning : report.warnings)
    if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
  report.warnings = std::move(all);
}

// Tables have all rows; a program that reads JSON gets those that matter.
void keep_first_rows(Answer& answer, size_t most) {
  if (answer.table.rows.size() <= most) return;
  answer.table.rows.resize(most);
  answer.truncated = true;
}

Result<void> add_processes(const Profile& profile, const Scope& scope, const Work& work, RunReport& report) {
  std::vector<ReportProcess> by_device;
  std::map<int64_t, int64_t> users;  // of each number of a GPU
  const auto processes = processes_in(profile, scope);
  for (const auto& [pid, gpus] : processes)
    for (const int64_t gpu : gpus) ++users[gpu];
  for (const auto& [pid, gpus] : processes)
    for (const int64_t gpu : gpus) {
      auto kernels = kernels_of(profile, scope, pid, gpu, work);
      if (!kernels) return tl::unexpected(kernels.error());
      if (users[gpu] == 1) by_device.push_back(*kernels);
      report.processes.push_back(std::move(*kernels));
    }
  for (const auto& [gpu, count] : users) {
    if (count == 1) continue;
    auto kernels = kernels_of(profile, scope, std::nullopt, gpu, work);
    if (!kernels) return tl::unexpected(kernels.error());
    by_device.push_back(std::move(*kernels));
  }
  report.tables = report_tables(report, by_device);
  if (!report.options.requests.empty()) {
    const ParamValues each = {{"group", "row"}, {"limit", "0"}, {"requests", report.options.requests}};
    auto requests = answer_for(profile, scope, {"", "request_log", each}, work);
    if (!requests) return tl::unexpected(requests.error());
    report.tables.push_back({"requests", std::move(requests->table)});
  }
  for (ReportPart& part : report.parts) keep_first_rows(part.answer, kMostRowsOfPart);
  const int64_t limit = report.options.kernel_limit;
  for (ReportProcess& process : report.processes)
    keep_first_rows(process.kernels, limit < 0 ? kMostRowsOfPart : static_cast<size_t>(limit));
  return {};
}

}  // namespace

const Answer* RunReport::find(std::string_view name) const {
  for (const ReportPart& part : parts)
    if (part.name == name) return &part.answer;
  return nullptr;
}

Result<RunReport> make_report(const Profile& profile, const ReportOptions& options, const Work& work) {
  if (!options.phase_map.empty())
    if (const auto map = PhaseMap::parse(options.phase_map); !map)
      return fail(map.error().code, "The map of phases, " + map.error().message, map.error().hint);
  const auto scope = Scope::make(profile, options.scope);
  if (!scope) return tl::unexpected(scope.error());
  const LossNotes losses;
  RunReport report;
  report.file = profile.info().path.filename().string();
  report.options = options;
  auto findings = findings_in(profile, *scope, part_of(work, 0, 0.6));
  if (!findings) return tl::unexpected(findings.error());
  report.findings = std::move(*findings);
  work.report(0.6, "asking the skills");
  auto parts = answers_for(profile, *scope, asked_parts(options), work);
  if (!parts) return tl::unexpected(parts.error());
  report.parts = std::move(*parts);
  if (options.explaining) {
    auto graphs = explained_graphs(profile, *options.explaining, work);
    if (!graphs) return tl::unexpected(graphs.error());
    report.parts.push_back({"explained_graphs", std::move(*graphs)});
    std::sort(report.parts.begin(), report.parts.end(),
              [](const ReportPart& a, const ReportPart& b) { return a.name < b.name; });
  }
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
  warn_of_losses(losses, report);
  return report;
}

}  // namespace nsys_ai
