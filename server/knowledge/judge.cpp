// Each cause gets a small database of its own, which holds the answers that its page names.
#include "knowledge/judge.h"

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <optional>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "base/text_table.h"
#include "knowledge/sentence_template.h"
#include "skill/query_answer.h"
#include "skill/skill.h"
#include "sql/memory_database.h"
#include "sql/query.h"

namespace nsys_ai::inline knowledge {
namespace {

constexpr size_t kTextWidth = 80;
constexpr size_t kRefs = 5;

std::optional<Severity> severity_of(const Cause& cause, double share) {
  if (cause.severity) return cause.severity;
  if (share >= 0.20) return Severity::high;
  if (share >= 0.10) return Severity::medium;
  if (share >= cause.floor) return Severity::low;
  return std::nullopt;
}

std::string key_of(const std::string& skill, const ParamValues& params) {
  std::string key = skill;
  for (const auto& [param, value] : params) key += fmt::format(" {}={}", param, value);
  return key;
}

// Answers of skills, each asked once.
class Answers {
 public:
  // Asks all that the causes use, on all cores unless memory is limited.
  Answers(const JudgeContext& of, std::span<const Cause> causes) {
    std::map<std::string, const CauseInput*> wanted;
    for (const Cause& cause : causes)
      for (const CauseInput& input : cause.inputs)
        if (!input.skill.empty()) wanted.emplace(key_of(input.skill, input.params), &input);
    const std::vector<std::pair<std::string, const CauseInput*>> listed(wanted.begin(), wanted.end());
    std::vector<std::optional<Result<Answer>>> answers(listed.size());
    std::atomic<size_t> done{0};
    // Each takes memory of its own while it runs.
    const size_t threads = memory_limit() ? 1 : usable_cores();
    parallel_for(
        threads, listed.size(),
        [&](size_t i) {
          answers[i] = asked(of, listed[i].second->skill, listed[i].second->params);
          ++done;
        },
        [&] {
          of.work.report(static_cast<double>(done) / static_cast<double>(listed.size()),
                         "asking for root causes");
        });
    for (size_t i = 0; i < listed.size(); ++i) known_.emplace(listed[i].first, std::move(*answers[i]));
  }

  const Result<Answer>& of_skill(const CauseInput& input) const {
    return known_.at(key_of(input.skill, input.params));
  }

  static Result<Answer> asked(const JudgeContext& of, const std::string& name, const ParamValues& params) {
    const auto skill = of.skills.find(name);
    if (!skill) return tl::unexpected(skill.error());
    return run_in_scope(**skill, of.profile, of.scope, params, Work{of.work.cancel, {}});
  }

 private:
  std::map<std::string, Result<Answer>> known_;
};

// The GPUs of the scope and their spans, summed: the denominator of every share.
struct Run {
  int64_t gpus = 0;
  Sum span;
};

class Judge {
 public:
  Judge(const JudgeContext& of, const Answers& answers, const Run& run, const Cause& cause)
      : of_(of), answers_(answers), run_(run), cause_(cause) {}

  Result<Judgement> judge() {
    Judgement judgement{&cause_, std::nullopt, {}};
    auto base = MemoryDatabase::make();
    if (!base) return tl::unexpected(base.error());
    if (auto made = (*base)->define(fmt::format("CREATE VIEW run AS SELECT {} AS gpus, {} AS span_ns",
                                                run_.gpus, int64_t{run_.span}));
        !made)
      return tl::unexpected(made.error());
    for (const CauseInput& input : cause_.inputs) {
      const auto lacks = add(**base, input);
      if (!lacks) return tl::unexpected(lacks.error());
      if (lacks->empty()) continue;
      judgement.not_judged = *lacks;
      return judgement;
    }
    // Sums over what a hostile profile holds may not fit into a number of SQLite.
    const auto condition = (*base)->select(cause_.condition);
    if (!condition) {
      judgement.not_judged = condition.error().message;
      return judgement;
    }
    auto finding = found(*condition);
    if (!finding) return tl::unexpected(finding.error());
    if (!*finding) return judgement;
    judgement.finding = std::move(**finding);
    if (cause_.evidence.empty()) return judgement;
    const auto evidence = (*base)->select(cause_.evidence);
    if (!evidence) return defect(evidence.error());
    for (size_t i = 0; i < evidence->rows.size() && i < kRefs; ++i)
      if (const auto* ref = std::get_if<std::string>(&evidence->rows[i][0]))
        judgement.finding->refs.push_back(*ref);
    return judgement;
  }

 private:
  tl::unexpected<Error> defect(const Error& error) const {
    return fail(ErrorCode::internal_error, fmt::format("{}.md: {}", cause_.key, error.message));
  }

  // Empty, or why there is no such answer.
  Result<std::string> add(MemoryDatabase& base, const CauseInput& input) {
    if (!input.query.empty()) {
      const auto answer = run_query(of_.profile, of_.scope, {.sql = input.query}, {}, of_.work);
      if (!answer) return unanswered("query", answer.error());
      return put(base, input.table, answer->table);
    }
    const Result<Answer>& answer = answers_.of_skill(input);
    if (!answer) return unanswered(input.skill, answer.error());
    if (answer->outcome == Outcome::cannot_answer && !input.optional)
      return fmt::format("{}: {}", input.skill, answer->reason);
    return put(base, input.table, answer->table);
  }

  // What a hostile profile holds may be too much for one skill, and no matter for the other causes.
  static Result<std::string> unanswered(std::string_view asked, const Error& error) {
    if (error.code == ErrorCode::cancelled) return tl::unexpected(error);
    return fmt::format("{}: {}", asked, error.message);
  }

  Result<std::string> put(MemoryDatabase& base, const std::string& name, const Table& table) {
    if (auto added = base.add(name, table); !added) return defect(added.error());
    return std::string();
  }

  Result<std::optional<Finding>> found(const Table& condition) const {
    if (condition.rows.empty()) return std::nullopt;
    const std::vector<Value>& row = condition.rows[0];
    int64_t at_stake = 0;
    bool holds = cause_.severity.has_value();
    for (size_t i = 0; i < row.size(); ++i) {
      if (condition.columns[i].name != "at_stake_ns") continue;
      const auto* ns = std::get_if<int64_t>(&row[i]);
      holds = ns != nullptr;
      at_stake = ns ? *ns : 0;
    }
    const double share = static_cast<double>(at_stake) / static_cast<double>(int64_t{run_.span});
    const auto severity = severity_of(cause_, share);
    if (!holds || !severity) return std::nullopt;
    const auto value_of = [&](std::string_view name) -> std::optional<std::string> {
      if (name == "share") return readable_share(share);
      if (name == "gpus") return readable_count(run_.gpus);
      if (name == "span") return readable_ns(run_.span);
      if (name == "of_span")
        return fmt::format("{} of {} of GPU span, summed over {} GPU{} ({})", readable_ns(at_stake),
                           readable_ns(run_.span), run_.gpus, run_.gpus == 1 ? "" : "s",
                           readable_share(share));
      for (size_t i = 0; i < row.size(); ++i)
        if (condition.columns[i].name == name) return words_of(row[i], unit_of_name(name));
      return std::nullopt;
    };
    Finding finding{
        cause_.key,        *severity,     filled(cause_.title, value_of), filled(cause_.detail, value_of),
        cause_.what_to_do, cause_.verify, at_stake / run_.gpus,           cause_.claim};
    for (const CauseInput& input : cause_.inputs)
      if (!input.skill.empty()) finding.skills.push_back(input.text);
    return finding;
  }

  static std::optional<std::string> words_of(const Value& value, Unit unit) {
    if (std::holds_alternative<std::monostate>(value)) return std::nullopt;
    if (const auto* text = std::get_if<std::string>(&value)) return shortened(one_line(*text), kTextWidth);
    return readable(value, unit);
  }

  const JudgeContext& of_;
  const Answers& answers_;
  const Run& run_;
  const Cause& cause_;
};

Result<Run> run_of(const JudgeContext& of) {
  const auto answer = Answers::asked(of, "gpu_utilization", {{"limit", "0"}});
  if (!answer) return tl::unexpected(answer.error());
  Run run;
  const Table& table = answer->table;
  for (size_t column = 0; column < table.columns.size(); ++column)
    if (table.columns[column].name == "span_ns")
      for (const auto& row : table.rows) run.span += std::get<int64_t>(row[column]);
  run.gpus = static_cast<int64_t>(table.rows.size());
  return run;
}

}  // namespace

Result<std::vector<Judgement>> judge(const JudgeContext& of, std::span<const Cause> causes) {
  const auto run = run_of(of);
  if (!run) return tl::unexpected(run.error());
  std::vector<Judgement> judgements;
  if (run->span == 0) {
    for (const Cause& cause : causes)
      judgements.push_back({&cause, std::nullopt, "No GPU work was recorded in this scope."});
    return judgements;
  }
  const Answers answers(of, causes);
  for (const Cause& cause : causes) {
    if (of.work.cancel.cancelled()) return cancelled();
    auto judgement = Judge(of, answers, *run, cause).judge();
    if (!judgement) return tl::unexpected(judgement.error());
    judgements.push_back(std::move(*judgement));
  }
  return judgements;
}

}  // namespace nsys_ai::inline knowledge
