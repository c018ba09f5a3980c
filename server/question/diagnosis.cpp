// Why, what is wrong, and what to do: topics answered from the time account and the book of root causes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/gpu_count.h"
#include "analysis/kernels/kernels.h"
#include "analysis/time/time_use.h"
#include "base/context.h"
#include "base/text_table.h"
#include "knowledge/book.h"
#include "question/topic_answers.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

struct TimeUses {
  std::vector<std::pair<TimeUse, int64_t>> uses;  // the largest first
  int64_t total = 0;
  int64_t busy = 0;
  std::string over;  // what the times are summed over
  std::map<TimeUse, std::vector<std::string>> refs;

  std::string part(int64_t ns) const {
    return fmt::format("{} of {} of capture{} ({})", readable_ns(ns), readable_ns(total),
                       over.empty() ? "" : ", summed over " + over,
                       readable_share(static_cast<double>(ns) / static_cast<double>(total)));
  }
  std::pair<TimeUse, int64_t> largest(bool of_busy) const {
    for (const auto& use : uses)
      if (is_busy(use.first) == of_busy) return use;
    return {TimeUse::cut_off, 0};
  }
};

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

size_t column_at(const Answer& answer, std::string_view name) {
  for (size_t i = 0; i < answer.table.columns.size(); ++i)
    if (answer.table.columns[i].name == name) return i;
  return 0;
}

Result<std::optional<TimeUses>> account_of(AnswerContext& context) {
  const auto answer = context.skill("time_account", {{"limit", "0"}});
  if (!answer) return tl::unexpected(answer.error());
  if (answer->outcome != Outcome::rows) {
    (void)context.cannot(answer->reason, answer->needs);
    return std::optional<TimeUses>{};
  }
  TimeUses account;
  std::map<TimeUse, int64_t> totals;
  const size_t use_at = column_at(*answer, "use"), ns_at = column_at(*answer, "total_ns"),
               refs_at = column_at(*answer, "refs");
  for (const auto& row : answer->table.rows) {
    const auto use = time_use(cell_text(row[use_at]));
    if (!use) continue;
    const int64_t ns = integer(row[ns_at]);
    totals[*use] += ns;
    account.total += ns;
    if (is_busy(*use)) account.busy += ns;
    if (std::holds_alternative<std::string>(row[refs_at]))
      for (std::string& ref : words_in(cell_text(row[refs_at]))) account.refs[*use].push_back(std::move(ref));
  }
  account.over = summed_over(count_gpus(context.profile, context.scope));
  account.uses.assign(totals.begin(), totals.end());
  std::stable_sort(account.uses.begin(), account.uses.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return std::optional<TimeUses>(std::move(account));
}

Table table_of_account(const TimeUses& account) {
  Table table;
  table.columns = {{"use", ValueType::text, Unit::none, ""},
                   {"total", ValueType::integer, Unit::ns, ""},
                   {"share", ValueType::real, Unit::share, ""}};
  for (const auto& [use, ns] : account.uses)
    table.rows.push_back(
        {std::string(use_phrase(use)), ns, static_cast<double>(ns) / static_cast<double>(account.total)});
  return table;
}

std::string advice_of(const Findings& findings, TimeUse use) {
  for (const Finding& finding : findings.findings)
    for (const ClaimedTime& claim : finding.claims)
      if (claim.use == use) return in_one_paragraph(finding.advice);
  return "";
}

}  // namespace

Result<void> why_idle(AnswerContext& context) {
  const auto found = account_of(context);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return {};
  const TimeUses& account = **found;
  if (account.total <= 0) return context.cannot("Nothing ran on a GPU in the scope.");
  const auto findings = findings_in(context.profile, context.scope, context.work);
  if (!findings) return tl::unexpected(findings.error());
  const int64_t idle = account.total - account.busy;
  constexpr double kHardlyIdle = 0.05;
  const bool hardly = static_cast<double>(idle) < kHardlyIdle * static_cast<double>(account.total);
  const auto [use, ns] = account.largest(hardly);
  std::vector<std::string> refs =
      account.refs.count(use) > 0 ? account.refs.at(use) : std::vector<std::string>{};
  if (hardly)
    context.answer.text = fmt::format("It is hardly idle, it is {}: for {}. Nothing runs for {}.",
                                      use_phrase(use), account.part(ns), account.part(idle));
  else
    context.answer.text = fmt::format("Mostly because it is {}: for {}. Nothing runs for {}.",
                                      use_phrase(use), account.part(ns), account.part(idle));
  if (const std::string advice = advice_of(*findings, use); !advice.empty())
    context.answer.text += " " + advice;
  context.fact("cause", std::string(name_of(use)), Unit::none, refs);
  context.fact("its share", static_cast<double>(ns) / static_cast<double>(account.total), Unit::share, refs);
  context.fact("its time", ns, Unit::ns, refs);
  context.fact("of", account.total, Unit::ns);
  context.fact("idle", idle, Unit::ns);
  context.answer.table = table_of_account(account);
  return {};
}

Result<void> where_time(AnswerContext& context) {
  const auto found = account_of(context);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return {};
  const TimeUses& account = **found;
  if (account.total <= 0) return context.cannot("Nothing ran on a GPU in the scope.");
  const auto [use, ns] = account.uses.front();
  context.answer.text = fmt::format("Most of it the GPU is {}: for {}.", use_phrase(use), account.part(ns));
  context.fact("largest use", std::string(name_of(use)), Unit::none);
  context.fact("its share", static_cast<double>(ns) / static_cast<double>(account.total), Unit::share);
  context.fact("its time", ns, Unit::ns);
  context.answer.table = table_of_account(account);
  return {};
}

// ---- findings

namespace {

std::string with_stop(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

void add_finding(AnswerContext& context, const Finding& finding) {
  context.fact("cause", finding.key, Unit::none, finding.refs);
  context.fact("at stake", finding.at_stake_ns, Unit::ns, finding.refs);
}

Table table_of_findings(const Findings& findings) {
  Table table;
  table.columns = {{"severity", ValueType::text, Unit::none, ""},
                   {"finding", ValueType::text, Unit::none, ""},
                   {"at stake", ValueType::integer, Unit::ns, ""}};
  for (const Finding& finding : findings.findings)
    table.rows.push_back({std::string(name_of(finding.severity)), finding.title, finding.at_stake_ns});
  return table;
}

// The findings after the one that is shown, if they are problems.
std::string further_findings(const Findings& findings, const Finding& shown) {
  constexpr int kMostShown = 2;
  int count = 0;
  std::string text;
  for (const Finding& finding : findings.findings) {
    if (&finding == &shown || finding.severity == Severity::information || ++count > kMostShown) continue;
    text += (text.empty() ? " What comes next: " : " ") + with_stop(finding.title);
  }
  return text;
}

void add_nothing_wrong(AnswerContext& context, const Findings& findings) {
  context.answer.text = "Nothing is wrong that the book of root causes would see.";
  if (!findings.findings.empty()) context.answer.text += " " + with_stop(findings.findings[0].title);
  context.fact("what is wrong", int64_t{0}, Unit::count);
  for (const Finding& finding : findings.findings) add_finding(context, finding);
}

// Answers about a cause of the book that has no finding: it does not hold here, or why that is unknown.
void add_absent(AnswerContext& context, const Findings& findings, const std::string& key,
                 const std::string& heading) {
  for (const auto& [cause, ns] : findings.minor)
    if (cause == key) {
      context.answer.text =
          fmt::format("Hardly: `{}` holds for {} alone, the mean over GPUs.", heading, readable_ns(ns));
      context.fact("at stake", ns, Unit::ns);
      return;
    }
  for (const auto& [cause, why] : findings.not_judged)
    if (cause == key)
      return (void)context.cannot(fmt::format("Whether `{}` holds is not known: {}", heading, why));
  context.answer.text =
      fmt::format("No: `{}` does not hold here, by its page in the book of root causes.", heading);
  context.fact("at stake", int64_t{0}, Unit::ns);
}

}  // namespace

Result<void> about_cause(AnswerContext& context, const Cause& cause) {
  if (!cause.without_gpu_work && context.lacks(Need::gpu_operation)) return {};
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  context.answer.plan.emplace_back("the book of root causes, judged by its skills");
  context.answer.table = table_of_findings(*found);
  const auto shown = std::ranges::find(found->findings, cause.key, &Finding::key);
  if (shown == found->findings.end()) {
    add_absent(context, *found, cause.key, cause.heading);
    return {};
  }
  context.answer.text =
      with_stop(shown->title) + " " + with_stop(shown->detail) + " " + in_one_paragraph(shown->advice);
  add_finding(context, *shown);
  return {};
}

Result<void> from_findings(AnswerContext& context) {
  if (context.lacks(Need::gpu_operation)) return {};
  const auto found = findings_in(context.profile, context.scope, context.work);
  if (!found) return tl::unexpected(found.error());
  context.answer.plan.emplace_back("the book of root causes, judged by its skills");
  const auto& all = found->findings;
  const auto wrong = std::find_if(all.begin(), all.end(),
                                  [](const Finding& f) { return f.severity != Severity::information; });
  const std::string& topic = *context.query.topic;
  context.answer.table = table_of_findings(*found);
  if (topic != "bottleneck" && wrong == all.end()) {
    add_nothing_wrong(context, *found);
    return {};
  }
  if (all.empty()) return where_time(context);
  const Finding& shown = topic == "bottleneck" ? all[0] : *wrong;
  context.answer.text =
      with_stop(shown.title) + " " + with_stop(shown.detail) + " " + in_one_paragraph(shown.advice);
  if (topic == "next")
    context.answer.text = with_stop(in_one_paragraph(shown.advice)) + " Because: " + with_stop(shown.title) +
                          further_findings(*found, shown);
  add_finding(context, shown);
  if (topic == "problems")
    context.fact(
        "findings",
        static_cast<int64_t>(std::count_if(
            all.begin(), all.end(), [](const Finding& f) { return f.severity != Severity::information; })),
        Unit::count);
  return {};
}

}  // namespace nsys_ai
