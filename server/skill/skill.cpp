// The steps around a skill's run: its needs, its scope, and paging.
#include "skill/skill.h"

#include <algorithm>

#include "base/context.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

int64_t limit_of(const Skill& skill, const CheckedParams& params) {
  for (size_t i = 0; i < skill.params.size(); ++i)
    if (skill.params[i].name == "limit") return std::get<int64_t>(params.values()[i]);
  return 0;
}

// The answer without its rows.
Result<Answer> answer_of(const Skill& skill, const Profile& profile, const Scope& scope,
                         const CheckedParams& params, const Work& work, Answer answer,
                         std::unique_ptr<OwnRows>& rows) {
  if (!can_answer(profile, skill.info.needs, answer)) return answer;
  auto run = cancellable(work, [&] { return skill.run({profile, scope, work}, params); });
  if (!run) return tl::unexpected(run.error());
  if (work.cancel.cancelled()) return cancelled();
  if (run->cannot_answer) {
    answer.outcome = Outcome::cannot_answer;
    answer.reason = std::move(run->cannot_answer->reason);
    answer.needs = std::move(run->cannot_answer->needs);
    return answer;
  }
  answer.notes = std::move(run->notes);
  if (run->window) set_answer_window(*run->window, answer);
  note_scope(profile, scope, answer.notes);
  note_coverage(profile, scope, skill.info.needs, answer.notes);
  answer.total_rows = std::max(run->rows ? static_cast<int64_t>(run->rows->size()) : 0, run->total);
  if (answer.total_rows == 0) {
    answer.outcome = Outcome::empty;
    answer.reason = run->empty_reason.empty() ? "Nothing in the scope matches." : run->empty_reason;
    return answer;
  }
  answer.outcome = Outcome::rows;
  rows = std::move(run->rows);
  const int64_t limit = limit_of(skill, params);
  if (limit > 0 && answer.total_rows > limit) {
    rows->keep_first(static_cast<size_t>(limit));
    answer.truncated = true;
  }
  return answer;
}

Result<Answer> with_rows(Result<RowsAnswer> asked) {
  if (!asked) return tl::unexpected(asked.error());
  asked->answer.table.rows = asked->rows->taken();
  return std::move(asked->answer);
}

// From the first to the last event of the families that a skill uses.
Result<Interval> time_of_families(const Skill& skill, const Profile& profile, const Work& work) {
  Interval all;
  for (const Family family : skill.info.families) {
    const auto time = recorded_time(profile, family, work);
    if (!time) return tl::unexpected(time.error());
    all = hull(all, *time);
  }
  return all;
}

}  // namespace

std::string_view name_of(Need need) {
  switch (need) {
    case Need::kernel:
      return "kernels";
    case Need::copy:
      return "memory copies";
    case Need::gpu_operation:
      return "GPU operations";
    case Need::call:
      return "CUDA calls";
    case Need::nvtx:
      return "NVTX ranges";
  }
  return "";
}

bool has(const Profile& profile, Need need) {
  switch (need) {
    case Need::kernel:
      return profile.kernels().size() > 0;
    case Need::copy:
      return profile.copies().size() > 0;
    case Need::gpu_operation:
      return profile.kernels().size() + profile.copies().size() + profile.memsets().size() +
                 profile.graph_runs().size() >
             0;
    case Need::call:
      return profile.calls().size() > 0;
    case Need::nvtx: {
      const Nvtx& nvtx = profile.nvtx();
      for (size_t i = 0; i < nvtx.size(); ++i)
        if (nvtx.is_range(i)) return true;
      return false;
    }
  }
  return false;
}

Result<Answer> run_skill(const Skill& skill, const Profile& profile, const ScopeRequest& request,
                         const CheckedParams& params, const Work& work) {
  return with_rows(ask_skill(skill, profile, request, params, work));
}

Result<Answer> run_skill(const Skill& skill, const Profile& profile, const ScopeRequest& request,
                         const ParamValues& given, const Work& work) {
  const auto params = check_params(skill.params, given);
  if (!params) return tl::unexpected(params.error());
  return run_skill(skill, profile, request, *params, work);
}

Result<Answer> run_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                            const ParamValues& given, const Work& work) {
  const auto params = check_params(skill.params, given);
  if (!params) return tl::unexpected(params.error());
  return run_in_scope(skill, profile, scope, *params, work);
}

Result<Answer> run_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                            const CheckedParams& params, const Work& work) {
  return with_rows(ask_in_scope(skill, profile, scope, params, work));
}

Result<RowsAnswer> ask_skill(const Skill& skill, const Profile& profile, const ScopeRequest& request,
                            const CheckedParams& params, const Work& work) {
  const auto scope = cancellable(work, [&] { return Scope::make(profile, request); });
  if (!scope) return tl::unexpected(scope.error());
  return ask_in_scope(skill, profile, *scope, params, work);
}

Result<RowsAnswer> ask_in_scope(const Skill& skill, const Profile& profile, const Scope& asked,
                               const CheckedParams& params, const Work& work) {
  const LossNotes losses;
  const auto recorded = cancellable(work, [&] { return time_of_families(skill, profile, work); });
  const Scope scope = recorded ? asked.holding(*recorded) : asked;
  Answer frame = framed(profile, scope, skill.info.name);
  std::unique_ptr<OwnRows> rows = std::make_unique<ValueRows>(TableRows{});
  const auto answered = [&]() -> Result<Answer> {
    if (!recorded) return tl::unexpected(recorded.error());
    frame.table.columns = skill.columns;
    auto answer = answer_of(skill, profile, scope, params, work, frame, rows);
    if (answer) report_outside(scope, hull(profile.extent(), *recorded), *answer);
    return answer;
  };
  auto answer = answered();
  answer = with_loss_notes(losses, frame, std::move(answer));
  if (!answer) return tl::unexpected(answer.error());
  return RowsAnswer{std::move(*answer), std::move(rows)};
}

}  // namespace nsys_ai
