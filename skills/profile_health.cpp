// What does this capture contain, and is it trustworthy? One row per check.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/capture_checks.h"
#include "analysis/host/seen_processes.h"
#include "profile/families/family_host.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::profile_health_skill {
namespace {

struct Params {
  int64_t limit = 0;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string check;
  std::string value;
  std::string unit;
  std::string verdict;
  std::string hint;
};
template <class F>
void fields(Row& r, F& f) {
  f("check", r.check, "What was looked at.");
  f("value", r.value, "What was found; none where it does not apply.");
  f("unit", r.unit, "The unit of the value: ns, share, count or text.");
  f("verdict", r.verdict, "fact, ok, warning, not recorded, or does not apply.");
  f("hint", r.hint, "What to do about it, or what it means.");
}

constexpr double kMinNvtxCoverage = 0.7;
constexpr double kMinGraphCoverage = 0.9;
constexpr double kMaxLost = 0.1;
constexpr double kMaxOverhead = 0.05;

class Checks {
 public:
  void fact(std::string check, std::string value, std::string unit, std::string hint = "") {
    rows_.push_back({std::move(check), std::move(value), std::move(unit), "fact", std::move(hint)});
  }
  void count(std::string check, int64_t value) { fact(std::move(check), fmt::format("{}", value), "count"); }
  // Adds a number of events. If `how`, which explains how to record them, is not empty, none of their kind
  // was recorded.
  void events(std::string check, size_t number, std::string_view how) {
    if (how.empty()) return count(std::move(check), static_cast<int64_t>(number));
    rows_.push_back({std::move(check), "", "count", "not recorded", std::string(how)});
  }
  void judge(std::string check, std::string value, std::string unit, std::string_view warning) {
    rows_.push_back({std::move(check), std::move(value), std::move(unit), warning.empty() ? "ok" : "warning",
                     std::string(warning)});
  }
  // Adds a share of a total that should be small; a total of zero means that the check does not apply.
  void share(const std::string& check, int64_t part, int64_t whole, bool is_bad, std::string_view warning) {
    const auto share = share_cell(part, whole);
    if (share)
      judge(check, fmt::format("{:.4f}", share->value), "share", is_bad ? warning : std::string_view());
    else
      rows_.push_back({check, "", "share", "does not apply", ""});
  }
  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  std::vector<Row> rows_;
};

double part(int64_t of, int64_t whole) {
  return whole > 0 ? static_cast<double>(of) / static_cast<double>(whole) : 0;
}

// Any kind of CUDA event shows that CUDA was traced, though a single kind may be absent.
void add_counts(const Profile& profile, size_t os_calls, Checks& checks) {
  const bool cuda = has(profile, Need::gpu_operation) || has(profile, Need::call);
  const std::string_view trace_cuda =
      cuda ? "" : "Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU.";
  checks.events("kernels", profile.kernels().size(), trace_cuda);
  checks.events("copies", profile.copies().size(), trace_cuda);
  checks.events("cuda_calls", profile.calls().size(), trace_cuda);
  checks.events(
      "nvtx_rows", profile.nvtx().size(),
      profile.nvtx().size() > 0
          ? ""
          : "Annotate the program with NVTX ranges and capture with `nsys profile --trace=cuda,nvtx`.");
  checks.events("os_calls", os_calls,
                os_calls > 0 ? "" : "Capture with `nsys profile --trace=cuda,nvtx,osrt`.");
}

void add_facts(const Profile& profile, const Scope& scope, size_t processes, size_t os_calls,
               Checks& checks) {
  std::vector<std::string> names;
  for (const Gpu& gpu : profile.gpus()) names.push_back(gpu.name);
  std::sort(names.begin(), names.end());
  std::string gpus;
  for (size_t i = 0; i < names.size();) {
    const auto same = std::count(names.begin(), names.end(), names[i]);
    gpus += fmt::format("{}{} x {}", gpus.empty() ? "" : ", ", same, names[i]);
    i += static_cast<size_t>(same);
  }
  checks.fact("gpus", gpus, "text", gpus.empty() ? "The file does not describe its GPUs." : "");
  checks.fact("exporter", profile.info().product_version, "text",
              profile.info().product_version.empty() ? "The file does not say what made it." : "");
  checks.count("processes", static_cast<int64_t>(processes));
  checks.fact("duration", fmt::format("{}", scope.window().duration()), "ns");
  profile.report_of_all_parts();
  const auto with_rows = std::count_if(profile.tables().begin(), profile.tables().end(),
                                       [](const FileTable& table) { return table.rows > 0; });
  checks.count("tables_with_rows", with_rows);
  add_counts(profile, os_calls, checks);
}

void add_launches(const LaunchChecks& of, Checks& checks) {
  checks.share(
      "operations_without_launch", of.operations - of.operations_with_launch, of.operations,
      part(of.operations - of.operations_with_launch, of.operations) > kMaxLost,
      "Their calls were made before the capture began or were not recorded: causes of idle time and NVTX paths are unknown for them. "
      "Begin the capture earlier, or with --trace=cuda.");
  const int64_t without = of.launches.launches - of.launches.recorded;
  checks.share("launches_without_operation", without, of.launches.launches,
               part(without, of.launches.launches) > kMaxLost,
               of.launches.lost > 0
                   ? "Records were lost: busy times are too small, and gaps may be none. Ask launch_coverage."
                   : "What they launched ran after the capture ended. "
                     "End the capture later, or call cudaProfilerStop after a synchronisation.");
  checks.share(
      "nvtx_coverage", of.kernel_ns_in_nvtx, of.has_ranges ? of.kernel_ns : 0,
      part(of.kernel_ns_in_nvtx, of.kernel_ns_with_launch) < kMinNvtxCoverage,
      "Answers by NVTX range speak of a part of the kernel time only. Annotate more of the program.");
  checks.share("graph_coverage", of.launches.graphs_recorded, of.launches.graph_launches,
               part(of.launches.graphs_recorded, of.launches.graph_launches) < kMinGraphCoverage,
               "Of some CUDA graph launches nothing was recorded: busy time is too small. "
               "Capture with --cuda-graph-trace=node.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const auto recording = recording_checks(profile, context.scope, context.work);
  if (!recording) return tl::unexpected(recording.error());
  const auto os_calls = profile.events<OsCalls>(context.work);
  if (!os_calls) return tl::unexpected(os_calls.error());
  const auto processes = named_processes(profile, context.work);
  if (!processes) return tl::unexpected(processes.error());
  Checks checks;
  add_facts(profile, context.scope, processes->size(), (*os_calls)->size(), checks);
  add_launches(launch_checks(profile, context.scope), checks);
  const int64_t duration = context.scope.window().duration();
  checks.share("profiler_overhead", recording->overhead_ns, duration,
               part(recording->overhead_ns, duration) > kMaxOverhead,
               "The profiler itself took much of the time: trace less, or a shorter part.");
  checks.share("longest_silence", recording->longest_silence_ns, duration, false, "");
  checks.judge(
      "profiler_errors", fmt::format("{}", recording->errors), "count",
      recording->errors > 0 ? "The profiler reported errors: see the diagnostics in Nsight Systems." : "");
  checks.fact("profiler_warnings", fmt::format("{}", recording->warnings), "count");
  checks.judge("notes_of_the_loader", fmt::format("{}", profile.notes().size()), "count", "");
  return Rows<Row>{std::move(checks).rows()};
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "profile_health",
       .title = "What is this capture, and can it be trusted?",
       .doc =
           "One row a check. gpus, exporter, tables and counts are of the whole file; shares are of the "
           "scope. "
           "operations_without_launch: GPU operations whose call is not in the capture / all of them. "
           "launches_without_operation: launches of kernels and graphs without a record / all of them, as launch_coverage counts them, in the whole capture and of processes with any GPU work. nvtx_coverage: time of kernels launched inside a range / time of all kernels. "
           "graph_coverage: the same of graphs, with a record / all. "
           "profiler_overhead: time in which the profiler worked in any process / the scope; what CUPTI reports of the driver, such as a full queue of launches, is not among it. "
           "longest_silence: "
           "the longest time without any CUDA call or GPU operation / the scope, to one part in 10,000.",
       .reading =
           "A warning says which answers to doubt and how to capture better. "
           "Warnings: more than 10 % of launches or operations without their other half, NVTX coverage below 70 %, graph coverage below 90 %, overhead above 5 %, errors of the profiler.",
       .source =
           "The NVTX and graph thresholds are those of this program's definitions; the others are its own.",
       .limits = "The texts of the profiler's diagnostics are not shown: they may hold environments.",
       .needs = {},
       .families = {Family::cpu_samples, Family::gpu_metrics, Family::os_calls, Family::overhead,
                    Family::scheduling}},
      run);
}

}  // namespace nsys_ai::profile_health_skill
