// Runs a list of skills in the order in which an engineer would.
#include "view/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>

#include "analysis/frameworks.h"
#include "base/loss_notes.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text_table.h"
#include "knowledge/book.h"
#include "knowledge/commentary.h"
#include "knowledge/headroom.h"
#include "knowledge/next_capture.h"
#include "skills/list.h"
#include "view/finding_blocks.h"
#include "view/kept_analysis.h"
#include "view/pages/capture_facts.h"
#include "view/pages/overview.h"

namespace nsys_ai {
namespace {

struct AnalysisSection {
  std::string_view heading;
  std::vector<std::string_view> skills;
};

const std::vector<AnalysisSection>& sections() {
  static const std::vector<AnalysisSection> all = {
      {"What each fix is worth", {"speedup_estimate"}},
      {"How busy the GPUs are",
       {"gpu_utilization", "overlap_breakdown", "pipeline_bubble_metrics", "gpu_idle_gaps"}},
      {"Where kernel time goes", {"kernel_families", "top_kernels", "tensor_core_hint", "launch_storm"}},
      {"Steps and layers",
       {"iteration_timing", "iteration_anomalies", "nvtx_layer_breakdown", "nvtx_kernel_map"}},
      {"Communication", {"nccl_breakdown", "nccl_anomaly"}},
      {"Copies and memory", {"memory_transfers", "memory_bandwidth", "pageable_copies", "allocation_cost"}},
      {"The host",
       {"cpu_gpu_pipeline", "sync_cost", "api_summary", "module_loading", "os_runtime",
        "thread_utilization"}},
      {"Whether the capture can be trusted", {"profile_health"}},
  };
  return all;
}

// A skill that returns all rows by default has few rows, all of them useful, so it gets no limit.
ParamValues values_with_limit(const Skill& skill, int64_t limit) {
  for (const Param& param : skill.params)
    if (param.name == "limit" && param.default_value != Value{int64_t{0}})
      return {{"limit", fmt::format("{}", limit)}};
  return {};
}

Result<std::vector<Answer>> answered(const Profile& profile, const Scope& scope,
                                     const std::vector<std::string_view>& asked, int64_t limit,
                                     const Work& work) {
  std::vector<std::optional<Result<Answer>>> answers(asked.size());
  std::atomic<size_t> done{0};
  // Each skill takes memory while it runs.
  const size_t threads = memory_limit() ? 1 : usable_cores();
  parallel_for(
      threads, asked.size(),
      [&](size_t i) {
        const Skill& skill = **built_in_skills().find(asked[i]);
        answers[i] =
            run_in_scope(skill, profile, scope, values_with_limit(skill, limit), Work{work.cancel, {}});
        ++done;
      },
      [&] {
        work.report(static_cast<double>(done) / static_cast<double>(asked.size()), "asking the other skills");
      });
  std::vector<Answer> in_order;
  for (auto& answer : answers) {
    if (!*answer) return tl::unexpected(answer->error());
    in_order.push_back(std::move(**answer));
  }
  return in_order;
}

const Answer* answer_of(const Analysis& analysis, std::string_view skill) {
  for (const Answer& answer : analysis.answers)
    if (answer.skill == skill) return &answer;
  return nullptr;
}

std::string scope_words(const Profile& profile, const Analysis& of, const AnswerScope& scope) {
  return fmt::format("{}; {} to {} on the capture's clock, {}", gpus_in_scope(profile, of.devices),
                     readable_clock(scope.start_ns), readable_clock(scope.end_ns),
                     readable_ns(scope.end_ns - scope.start_ns));
}

void add_section(const Analysis& analysis, const AnalysisSection& section, Page& page) {
  bool begun = false;
  for (const std::string_view name : section.skills) {
    const Answer* answer = answer_of(analysis, name);
    if (!answer || answer->outcome != Outcome::rows) continue;
    if (!begun) page.blocks.emplace_back(Heading{std::string(section.heading)});
    begun = true;
    const Skill& skill = **built_in_skills().find(name);
    page.blocks.emplace_back(Paragraph{fmt::format("{} ({})", skill.info.title, name)});
    if (std::string words = commentary_on(*answer).text; !words.empty())
      page.blocks.emplace_back(Paragraph{std::move(words)});
    page.blocks.emplace_back(table_of(*answer));
  }
}

// Groups skills by their message, since many lack the same data.
void add_without_rows(const Analysis& analysis, Outcome outcome, std::string_view heading, Page& page) {
  std::map<std::string, std::string> by_reason;
  for (const Answer& answer : analysis.answers) {
    if (answer.outcome != outcome) continue;
    std::string reason = one_line(answer.reason);
    for (const std::string& need : answer.needs) reason += " " + one_line(need);
    std::string& skills = by_reason[reason];
    skills += (skills.empty() ? "" : ", ") + answer.skill;
  }
  if (by_reason.empty()) return;
  page.blocks.emplace_back(Heading{std::string(heading)});
  for (const auto& [reason, skills] : by_reason)
    page.blocks.emplace_back(Paragraph{fmt::format("{}: {}", skills, reason)});
}

bool costs_time(const Finding& finding) {
  return finding.severity != Severity::information && !finding.leads;
}

// Names the first finding that cost time, or states that there is none, and sums up the gain of all fixes.
std::string verdict(const Analysis& analysis, bool any_gpu_work) {
  const auto& all = analysis.findings.findings;
  if (!any_gpu_work)
    return all.empty() ? "Nothing ran on a GPU in this scope, so nothing can be said of one."
                       : all.front().title + ".";
  std::string leading;
  for (const Finding& of : all)
    if (of.leads) leading += of.title + ". ";
  const auto worst = std::ranges::max_element(
      all, {}, [](const Finding& of) { return costs_time(of) ? of.at_stake_ns : -1; });
  if (!leading.empty())
    return leading + (worst == all.end() || !costs_time(*worst)
                          ? std::string("No cause of lost time is seen in the rest.")
                          : fmt::format("Of the rest: {}.", worst->title));
  if (worst == all.end() || !costs_time(*worst))
    return all.empty() ? "Nothing is wrong that the book of root causes would see."
                       : fmt::format("Nothing is wrong that the book of root causes would see. {}.",
                                     all.front().title);
  const AnswerScope& scope = analysis.answers.front().scope;
  const std::vector<Headroom> worth = headrooms(all, scope.end_ns - scope.start_ns);
  if (worth.empty()) return worst->title + ".";
  int64_t sum = 0;
  for (const Headroom& of : worth) sum += of.ns;
  std::string text = fmt::format("{}. All fixes together are worth at most {} of {} on each GPU",
                                 worst->title, readable_ns(sum), readable_ns(scope.end_ns - scope.start_ns));
  // If nearly all time of a capture seems lost, the reason is more likely the capture than the program.
  constexpr double kPlausible = 5;
  if (worth.back().together < kPlausible)
    text += fmt::format(", {:.2f} times as fast", worth.back().together);
  const int64_t whole = scope.end_ns - scope.start_ns;
  if (sum < whole) text += fmt::format("; the other {} is work, or time that no page explains", readable_ns(whole - sum));
  return text + ".";
}

void add_orientation(const Analysis& analysis, const AnalysisSummary& of, Page& page) {
  Facts facts = analysis.capture;
  if (!analysis.frameworks.empty())
    facts.facts.push_back(
        {"written with", {fmt::format("{}", fmt::join(analysis.frameworks, ", ")), "", std::nullopt, false}});
  if (!of.scope.empty()) facts.facts.push_back({"scope", {of.scope, "", std::nullopt, false}});
  page.blocks.emplace_back(Heading{"What was captured"});
  page.blocks.emplace_back(std::move(facts));
}

const Cause* cause_of(std::string_view key) {
  const auto book = root_cause_book();
  const auto found = std::ranges::find(book, key, &Cause::key);
  return found == book.end() ? nullptr : &*found;
}

// A cause that costs time and applies to this kind of run.
const Cause* costly_cause(std::string_view key) {
  const Cause* cause = cause_of(key);
  return cause == nullptr || cause->without_gpu_work || cause->severity ? nullptr : cause;
}

void add_list(std::string_view heading, std::string_view words, const std::vector<std::string>& all,
              Page& page) {
  if (all.empty()) return;
  if (!heading.empty()) page.blocks.emplace_back(Heading{std::string(heading)});
  page.blocks.emplace_back(Paragraph{fmt::format("{}: {}.", words, fmt::join(all, "; "))});
}

// The causes that apply for too little time to be a finding, and those that do not apply.
void add_healthy(const AnalysisSummary& of, Page& page) {
  constexpr std::string_view kHeading = "What is healthy";
  add_list(kHeading, "There, but for too little time to matter (mean of a GPU)", of.minor, page);
  add_list(of.minor.empty() ? kHeading : "", "Ruled out", of.healthy, page);
}

void add_not_judged(const AnalysisSummary& of, Page& page) {
  if (of.not_judged.empty()) return;
  page.blocks.emplace_back(Heading{"What could not be judged"});
  for (const std::string& each : of.not_judged) page.blocks.emplace_back(Paragraph{each});
}

// Explains how to verify that a fix helped.
void add_checks(const Findings& findings, Page& page) {
  bool begun = false;
  for (const Finding& finding : findings.findings) {
    if (!costs_time(finding) || finding.verify.empty()) continue;
    if (!begun) page.blocks.emplace_back(Heading{"How to see that a fix helped"});
    begun = true;
    page.blocks.emplace_back(Paragraph{fmt::format("{}: {}", finding.key, in_one_paragraph(finding.verify))});
  }
  if (begun)
    page.blocks.emplace_back(Paragraph{
        "`nsys-ai diff BEFORE AFTER --hypothesis KEY` compares two captures and says whether a finding went."});
}

void add_next_capture(const AnalysisSummary& of, Page& page) {
  page.blocks.emplace_back(Heading{"The next capture"});
  page.blocks.emplace_back(Paragraph{"`" + of.next_capture + "`"});
  page.blocks.emplace_back(Paragraph{of.to_know});
}

bool any_gpu_work(const Analysis& analysis) {
  const Answer* utilisation = answer_of(analysis, "gpu_utilization");
  return utilisation != nullptr && utilisation->outcome == Outcome::rows;
}

}  // namespace

Result<Analysis> analyse(const Profile& profile, const ScopeRequest& request, int64_t limit,
                         const Work& work) {
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  auto findings = findings_in(profile, *scope, part_of(work, 0, 0.5));
  if (!findings) return tl::unexpected(findings.error());
  Analysis analysis{std::move(*findings), {}, scope->devices(), {}, {}};
  const bool is_whole = scope->is_whole(profile);
  if (is_whole && restore_answers(profile, limit, analysis)) return analysis;
  const LossNotes losses;
  std::vector<std::string_view> asked{"root_causes"};
  for (const AnalysisSection& section : sections())
    asked.insert(asked.end(), section.skills.begin(), section.skills.end());
  auto answers = answered(profile, *scope, asked, limit, part_of(work, 0.5, 1));
  if (!answers) return tl::unexpected(answers.error());
  analysis.answers = std::move(*answers);
  analysis.capture = capture_facts(profile);
  analysis.frameworks = names_of_frameworks(profile);
  // Data loss is reported with the report and may be temporary.
  if (is_whole && losses.empty()) keep_answers(profile, limit, analysis);
  return analysis;
}

AnalysisSummary summary_of(const Profile& profile, const Analysis& analysis) {
  AnalysisSummary of;
  const Findings& findings = analysis.findings;
  const bool any_work = any_gpu_work(analysis);
  of.verdict = verdict(analysis, any_work);
  if (!analysis.answers.empty()) of.scope = scope_words(profile, analysis, analysis.answers[0].scope);
  if (any_work) {
    for (const std::string& key : findings.ruled_out)
      if (const Cause* cause = costly_cause(key)) of.healthy.push_back(cause->heading);
    for (const auto& [key, ns] : findings.minor)
      if (const Cause* cause = costly_cause(key))
        of.minor.push_back(fmt::format("{} ({})", cause->heading, readable_ns(ns)));
  }
  for (const auto& [key, why] : findings.not_judged) {
    const Cause* cause = cause_of(key);
    of.not_judged.push_back(fmt::format("{}: {}", cause != nullptr ? cause->heading : key, one_line(why)));
  }
  const NextCapture next = next_capture(analysis.frameworks, analysis.answers, findings);
  of.next_capture = next.line;
  of.to_know = next.to_know;
  return of;
}

Page analysis_page(const Profile& profile, const Analysis& analysis) {
  Page page;
  page.title = profile.info().path.filename().string();
  const AnalysisSummary summary = summary_of(profile, analysis);
  page.blocks.emplace_back(Heading{"Verdict"});
  page.blocks.emplace_back(Paragraph{summary.verdict});
  add_orientation(analysis, summary, page);
  page.blocks.emplace_back(findings_heading());
  add_findings(analysis.findings, any_gpu_work(analysis), AdviceLength::whole, page);
  for (const AnalysisSection& section : sections()) add_section(analysis, section, page);
  add_healthy(summary, page);
  add_without_rows(analysis, Outcome::empty, "What was looked for and is not there", page);
  add_without_rows(analysis, Outcome::cannot_answer, "What this capture cannot show", page);
  add_not_judged(summary, page);
  add_checks(analysis.findings, page);
  add_next_capture(summary, page);
  return page;
}

}  // namespace nsys_ai
