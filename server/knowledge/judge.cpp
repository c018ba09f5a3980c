// Gives each cause a small database with the answers that its page names.
#include "knowledge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>

#include "analysis/frameworks.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/tensor_core_generation.h"
#include "analysis/time/run_window.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "knowledge/account.h"
#include "knowledge/answers.h"
#include "knowledge/cause_order.h"
#include "knowledge/run_times.h"
#include "knowledge/sentence_template.h"
#include "profile/file_tables.h"
#include "skill/query_answer.h"
#include "skill/skill.h"
#include "sql/memory_database.h"
#include "sql/query_budget.h"
#include "sql/sql_view.h"

namespace nsys_ai {
namespace {

constexpr size_t kTextWidth = 80;
constexpr size_t kKernelWidth = 240;
constexpr size_t kRefs = 5;

std::optional<Severity> severity_of(const Cause& cause, double share) {
  if (cause.severity) return cause.severity;
  if (share >= 0.20) return Severity::high;
  if (share >= 0.10) return Severity::medium;
  if (share >= cause.floor) return Severity::low;
  return std::nullopt;
}

// A fix that saves little of the capture is still worth a mention if it saves this share of the span, the
// time between the first and the last operation.
constexpr double kMuchOfSpan = 0.20;

// The input that all causes share.
struct Run {
  Scope scope;
  RunTimes times;
  Account account;
  const RowsAnswer* accounted = nullptr;  // the rows of the account; null if no GPU worked
};

bool is_inside_span(TimeUse use) {
  return is_busy(use) || (use > TimeUse::not_begun && use <= TimeUse::profiler);
}

class Judge {
 public:
  // `claims` are the cause's claims that no narrower cause has.
  Judge(const JudgeContext& of, const Answers& answers, const Run& run, const Cause& cause,
        std::vector<TimeUse> claims)
      : of_(of), answers_(answers), run_(run), cause_(cause), claims_(std::move(claims)) {
    if (run.accounted) claimed_.emplace(*run.accounted->rows, run.account.rows_of(claims_));
  }

  Result<Judgement> judge() {
    Judgement judgement{&cause_, std::nullopt, {}};
    // A user's own SQL has the limits of a query.
    constexpr int64_t kMemory = 256 << 20;
    std::optional<SqlView> view;
    std::optional<QueryBudget> budget;
    if (cause_.is_users) {
      view.emplace(of_.profile, of_.scope, of_.work);
      view->set_deadline(std::chrono::steady_clock::now() + std::chrono::seconds(5));
      budget.emplace(*view, kMemory).begin_run();
    }
    auto base = MemoryDatabase::make();
    if (!base) return tl::unexpected(base.error());
    if (auto made = (*base)->define(
            fmt::format("CREATE VIEW run AS SELECT {} AS gpus, {} AS capture_ns, {} AS span_ns",
                        run_.times.gpus, int64_t{run_.times.capture}, int64_t{run_.times.span}));
        !made)
      return tl::unexpected(made.error());
    if (claimed_)
      if (auto added = (*base)->add("claimed", run_.accounted->answer.table.columns, *claimed_); !added)
        return unread(added.error(), judgement);
    for (const CauseInput& input : cause_.inputs) {
      if (auto added = add(**base, input, judgement); !added) return tl::unexpected(added.error());
      if (!judgement.not_judged.empty()) return judgement;
    }
    // Sums over a hostile profile's data may overflow SQLite's integers.
    if (view) (*base)->lock_down(*view);
    const auto condition = (*base)->select(cause_.condition);
    if (!condition) return not_judged(condition.error(), judgement);
    auto finding = found(*condition);
    if (!finding) return tl::unexpected(finding.error());
    if (!*finding) {
      if (!condition->rows.empty() && !cause_.severity)
        judgement.minor_ns =
            ns_at_stake(condition->rows[0], *condition) / std::max<int64_t>(1, run_.times.gpus);
      return judgement;
    }
    if (!cause_.evidence.empty()) {
      const auto evidence = (*base)->select(cause_.evidence);
      if (!evidence) return unread(evidence.error(), judgement);
      for (const auto& row : evidence->rows)
        if (const auto* refs = std::get_if<std::string>(&row[0])) add_refs(*refs, (*finding)->refs);
    }
    judgement.finding = std::move(**finding);
    return judgement;
  }

 private:
  // Splits a text at blanks; adds each reference once.
  static void add_refs(std::string_view text, std::vector<std::string>& refs) {
    while (!text.empty() && refs.size() < kRefs) {
      const size_t end = std::min(text.find(' '), text.size());
      const std::string_view ref = text.substr(0, end);
      if (end > 0 && std::ranges::find(refs, ref) == refs.end()) refs.emplace_back(ref);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  bool is_defect(const Error& error) const {
    return error.code == ErrorCode::internal_error && !cause_.is_users;
  }
  tl::unexpected<Error> defect(const Error& error) const {
    return fail(ErrorCode::internal_error, fmt::format("{}.md: {}", cause_.key, error.message));
  }

  Judgement not_judged(const Error& error, Judgement judgement) const {
    judgement.not_judged =
        cause_.is_users ? fmt::format("{}.md: {}", cause_.key, error.message) : error.message;
    judgement.failed = true;
    return judgement;
  }

  // An error that is not the page's fault, like a lack of memory, makes only this cause not judged.
  Result<Judgement> unread(const Error& error, const Judgement& judgement) const {
    if (is_defect(error)) return defect(error);
    return not_judged(error, judgement);
  }

  // The judgement says so if the answer is missing.
  Result<void> add(MemoryDatabase& base, const CauseInput& input, Judgement& judgement) {
    const Result<RowsAnswer>& asked = answers_.of_input(input);
    if (!asked) return unanswered(input.query.empty() ? input.skill : "query", asked.error(), judgement);
    const Answer& answer = asked->answer;
    if (answer.outcome == Outcome::cannot_answer && !input.optional) {
      judgement.not_judged = fmt::format("{}: {}", input.skill, answer.reason);
      return {};
    }
    if (auto added = base.add(input.table, answer.table.columns, *asked->rows); !added) {
      if (is_defect(added.error())) return defect(added.error());
      judgement.not_judged = added.error().message;
      judgement.failed = true;
    }
    return {};
  }

  // A hostile profile's data may be too much for one skill; the other causes are still judged.
  static Result<void> unanswered(std::string_view asked, const Error& error, Judgement& judgement) {
    if (error.code == ErrorCode::cancelled) return tl::unexpected(error);
    judgement.not_judged = fmt::format("{}: {}", asked, error.message);
    judgement.failed = true;
    return {};
  }

  // What a fix could save, summed over the GPUs.
  int64_t ns_at_stake(const std::vector<Value>& row, const Table& condition) const {
    if (cause_.claims.empty()) return cell_in<int64_t>(row, condition, "at_stake_ns").value_or(0);
    Sum sum;
    for (const TimeUse use : claims_) sum += run_.account.total_of(use);
    return sum;
  }

  // Returns nullopt if a fix could save too little. What is negligible in the capture may be much of a short
  // span in it.
  std::optional<ExplainedTime> explained_time_of(const std::vector<Value>& row,
                                                 const Table& condition) const {
    ExplainedTime explained;
    explained.inside_span = inside_span();
    explained.ns = ns_at_stake(row, condition);
    explained.severity = cause_.severity.value_or(Severity::information);
    if (cause_.severity) return explained;
    if (explained.ns <= 0) return std::nullopt;
    const auto severity = severity_of(cause_, fraction(explained.ns, run_.times.capture));
    if (severity) {
      const double normal = cause_.normal * 1e9 * static_cast<double>(run_.times.gpus);
      const bool is_normal = static_cast<double>(explained.ns) < normal;
      explained.severity = is_normal ? std::max(*severity, Severity::medium) : *severity;
      return explained;
    }
    if (!has_short_span(run_.times) || !explained.inside_span) return std::nullopt;
    if (fraction(explained.ns, run_.times.span) < kMuchOfSpan) return std::nullopt;
    explained.of_span = true;
    return explained;
  }

  bool inside_span() const {
    return !cause_.claims.empty() && std::all_of(cause_.claims.begin(), cause_.claims.end(), is_inside_span);
  }
  template <class T>
  static std::optional<T> cell_in(const std::vector<Value>& row, const Table& condition,
                                  std::string_view name) {
    for (size_t i = 0; i < row.size(); ++i)
      if (const auto* value = std::get_if<T>(&row[i]); value && condition.columns[i].name == name)
        return *value;
    return std::nullopt;
  }

  std::string advice(std::string_view with_what) const {
    std::string text = cause_.what_to_do;
    std::vector<std::string_view> holding{name_of(tensor_core_generation(of_.profile, of_.scope.devices()))};
    for (const Framework used : of_.profile.derived(build_frameworks).found) holding.push_back(name_of(used));
    holding.push_back(rows_read_as(of_.profile.tables(), "cpu_sample") > 0 ? "samples of the host" : "no samples of the host");
    if (!with_what.empty()) holding.push_back(with_what);
    const auto holds = [&](const std::string& condition) {
      return std::find(holding.begin(), holding.end(), condition) != holding.end();
    };
    for (const SpecialAdvice& of : cause_.special_advice)
      if (std::all_of(of.conditions.begin(), of.conditions.end(), holds)) text += "\n\n" + of.text;
    return text;
  }

  std::vector<ClaimedTime> claims_of_finding() const {
    std::vector<ClaimedTime> claims;
    for (const TimeUse wanted : claims_)
      if (const int64_t total = run_.account.total_of(wanted); total > 0)
        claims.push_back({wanted, total / run_.times.gpus});
    return claims;
  }

  Result<std::optional<Finding>> found(const Table& condition) const {
    if (condition.rows.empty()) return std::nullopt;
    const std::vector<Value>& row = condition.rows[0];
    const auto explained = explained_time_of(row, condition);
    if (!explained) return std::nullopt;
    bool in_title = true;
    const auto value_of = [&](std::string_view name) -> std::optional<std::string> {
      if (name == "share") return share_words(run_.times, *explained);
      if (name == "of_whole") return share_with_times(run_.times, *explained);
      if (name == "whole") return capture_words(run_.times);
      if (name == "scope") return run_.times.scope;
      if (name == "gpus") return readable_count(run_.times.gpus);
      for (size_t i = 0; i < row.size(); ++i)
        if (condition.columns[i].name == name)
          return name == "kernel" ? kernel_words(row[i], in_title) : words_of(row[i], unit_of_name(name));
      return std::nullopt;
    };
    const std::string title = filled(cause_.title, value_of);
    in_title = false;
    const int64_t gpus = std::max<int64_t>(1, run_.times.gpus);
    Finding finding{cause_.key,
                    explained->severity,
                    title,
                    filled(cause_.detail, value_of),
                    advice(cell_in<std::string>(row, condition, "with_what").value_or("")),
                    cause_.verify,
                    cause_.leads ? 0 : explained->ns / gpus,
                    std::max(explained->ns, cell_in<int64_t>(row, condition, "about_ns").value_or(0)) / gpus,
                    claims_of_finding()};
    finding.leads = cause_.leads;
    for (const std::string& mend : cause_.mends)
      if (std::string option = filled("[" + mend + "]", value_of); !option.empty())
        finding.mends.push_back(std::move(option));
    for (const CauseInput& input : cause_.inputs)
      if (!input.skill.empty()) finding.skills.push_back(input.text);
    if (!cause_.claims.empty()) finding.skills.push_back("time_account");
    return finding;
  }

  static std::optional<std::string> words_of(const Value& value, Unit unit) {
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    if (const auto* text = std::get_if<std::string>(&value)) return shortened(one_line(*text), kTextWidth);
    return readable(value, unit);
  }

  static std::optional<std::string> kernel_words(const Value& value, bool in_title) {
    const auto* name = std::get_if<std::string>(&value);
    if (!name) return std::nullopt;
    return in_title ? shortened(one_line(short_display_name(*name)), kTextWidth)
                    : shortened(one_line(display_name(*name)), kKernelWidth);
  }

  const JudgeContext& of_;
  const Answers& answers_;
  const Run& run_;
  const Cause& cause_;
  const std::vector<TimeUse> claims_;
  std::optional<ChosenRows> claimed_;
};

Result<Run> run_of(const JudgeContext& of) {
  const auto utilization = Answers::asked(of, "gpu_utilization", {{"limit", "0"}});
  if (!utilization) return tl::unexpected(utilization.error());
  const RowSet& spans = *utilization->rows;
  const auto judged = run_window(of.profile, of.scope, of.work);
  if (!judged) return tl::unexpected(judged.error());
  Run run{judged->empty() ? of.scope : of.scope.within(*judged), {}, {}};
  const auto whole = run_window(of.profile, Scope::whole(of.profile), of.work);
  if (!whole) return tl::unexpected(whole.error());
  const Interval asked = of.scope.bounds();
  const bool is_part = of.scope.has_window() && (asked.start > whole->start || asked.end < whole->end);
  run.times.scope = of.scope.iteration() ? "iteration" : is_part ? "window" : "capture";
  // If no GPU worked, the total is the time in which anything was recorded.
  run.times.capture = spans.size() == 0 ? judged->duration() : 0;
  if (spans.size() == 0) return run;
  const size_t span = column_of(utilization->answer.table.columns, "span_ns");
  for (size_t row = 0; row < spans.size(); ++row) run.times.span += std::get<int64_t>(spans.cell(row, span));
  run.times.gpus = static_cast<int64_t>(spans.size());
  run.times.over = words_of_gpus(of.profile, run.scope, spans.size());
  return run;
}

Result<void> take_account(const Answers& answers, Run& run) {
  const Result<RowsAnswer>& account = answers.of_input(account_input());
  if (!account) return tl::unexpected(account.error());
  const AnswerScope& scope = account->answer.scope;
  for (int64_t gpu = 0; gpu < run.times.gpus; ++gpu) run.times.capture += scope.end_ns - scope.start_ns;
  run.account = Account(account->answer.table.columns, *account->rows);
  run.accounted = &*account;
  return {};
}

// The uses of time that causes have claimed already.
using ClaimedUses = std::array<bool, kTimeUses>;

std::vector<TimeUse> left_of(const std::vector<TimeUse>& claims, const ClaimedUses& taken) {
  std::vector<TimeUse> left;
  for (const TimeUse use : claims)
    if (!taken[static_cast<size_t>(use)]) left.push_back(use);
  return left;
}

}  // namespace

Result<std::vector<Judgement>> judge(const JudgeContext& of, std::span<const Cause> causes) {
  auto run = run_of(of);
  if (!run) return tl::unexpected(run.error());
  std::vector<Judgement> judgements(causes.size());
  for (size_t at = 0; at < causes.size(); ++at) judgements[at].cause = &causes[at];
  const bool has_gpu_work = run->times.span > 0;
  const Answers answers(of, run->scope, causes, has_gpu_work);
  if (has_gpu_work)
    if (auto taken_in = take_account(answers, *run); !taken_in) return tl::unexpected(taken_in.error());
  ClaimedUses taken{};
  // A condition's sorters are in memory.
  const size_t threads = memory_limit() ? 1 : usable_cores();
  for (std::vector<size_t>& turn : turns_of(causes)) {
    std::erase_if(turn, [&](size_t at) { return !causes[at].is_for(of.profile, has_gpu_work); });
    std::vector<std::optional<Result<Judgement>>> judged(turn.size());
    parallel_for(threads, turn.size(), [&](size_t i) {
      const Cause& cause = causes[turn[i]];
      if (!of.work.cancel.cancelled())
        judged[i] = Judge(of, answers, *run, cause, left_of(cause.claims, taken)).judge();
    });
    if (of.work.cancel.cancelled()) return cancelled();
    for (size_t i = 0; i < turn.size(); ++i) {
      if (!*judged[i]) return tl::unexpected(judged[i]->error());
      judgements[turn[i]] = std::move(**judged[i]);
      if (judgements[turn[i]].finding)
        for (const TimeUse use : causes[turn[i]].claims) taken[static_cast<size_t>(use)] = true;
    }
  }
  return judgements;
}

}  // namespace nsys_ai
