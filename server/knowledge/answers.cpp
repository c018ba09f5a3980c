// Runs each skill in the common window of all causes.
#include "knowledge/answers.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/time/run_window.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "skill/skill.h"
#include "sql/query.h"

namespace nsys_ai {
namespace {

std::string key_of(const CauseInput& input) {
  if (!input.query.empty()) return "query " + input.query;
  std::string key = input.skill;
  for (const auto& [param, value] : input.params) key += fmt::format(" {}={}", param, value);
  return key;
}

using Wanted = std::pair<std::string, const CauseInput*>;

std::vector<Wanted> wanted_of(const Profile& profile, std::span<const Cause> causes, bool has_gpu_work) {
  std::map<std::string, const CauseInput*> wanted;
  for (const Cause& cause : causes) {
    if (!cause.is_for(profile, has_gpu_work)) continue;
    for (const CauseInput& input : cause.inputs) wanted.emplace(key_of(input), &input);
  }
  if (!has_gpu_work) return {wanted.begin(), wanted.end()};
  // The longest input starts first, so that it does not run alone at the end.
  const std::string account = key_of(account_input());
  wanted.erase(account);
  std::vector<Wanted> listed = {{account, &account_input()}};
  listed.insert(listed.end(), wanted.begin(), wanted.end());
  return listed;
}

// A page may scan a large capture, as a skill may.
constexpr QueryLimits kLimits{.time = std::chrono::minutes(2)};

Result<RowsAnswer> queried(const JudgeContext& of, const Scope& judged, const std::string& query) {
  auto rows = run_query(of.profile, judged, {.sql = query}, kLimits, {of.work.cancel, {}});
  if (!rows) return tl::unexpected(rows.error());
  RowsAnswer asked{{}, std::make_unique<ValueRows>(std::move(rows->table.rows))};
  asked.answer.table.columns = std::move(rows->table.columns);
  return asked;
}

}  // namespace

const CauseInput& account_input() {
  static const CauseInput input = [] {
    CauseInput account;
    account.skill = "time_account";
    return account;
  }();
  return input;
}

Answers::Answers(const JudgeContext& of, const Scope& judged, std::span<const Cause> causes,
                 bool has_gpu_work) {
  const std::vector<Wanted> listed = wanted_of(of.profile, causes, has_gpu_work);
  std::vector<std::optional<Result<RowsAnswer>>> answers(listed.size());
  std::atomic<size_t> done{0};
  // Each skill takes memory of its own while it runs.
  const size_t threads = memory_limit() ? 1 : usable_cores();
  parallel_for(
      threads, listed.size(),
      [&](size_t i) {
        const CauseInput& input = *listed[i].second;
        answers[i] =
            input.query.empty() ? asked(of, input.skill, input.params) : queried(of, judged, input.query);
        ++done;
      },
      [&] {
        of.work.report(static_cast<double>(done) / static_cast<double>(listed.size()),
                       "asking for root causes");
      });
  for (size_t i = 0; i < listed.size(); ++i) known_.emplace(listed[i].first, std::move(*answers[i]));
}

const Result<RowsAnswer>& Answers::of_input(const CauseInput& input) const {
  return known_.at(key_of(input));
}

Result<RowsAnswer> Answers::asked(const JudgeContext& of, const std::string& name, const ParamValues& given) {
  const auto skill = of.skills.find(name);
  if (!skill) return tl::unexpected(skill.error());
  const auto params = check_params((*skill)->params, given);
  if (!params) return tl::unexpected(params.error());
  const Work work{of.work.cancel, {}};
  if ((*skill)->info.families.empty()) return ask_in_scope(**skill, of.profile, of.scope, *params, work);
  // By default a skill's window covers its families; this sets the common window of all causes instead.
  const auto window = run_window(of.profile, of.scope, work);
  if (!window) return tl::unexpected(window.error());
  if (window->empty()) return ask_in_scope(**skill, of.profile, of.scope, *params, work);
  return ask_in_scope(**skill, of.profile, of.scope.within(*window), *params, work);
}

}  // namespace nsys_ai
