// The frame around a skill's run: what it needs, its scope, and paging.
#include "skill/skill.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/iterations.h"
#include "base/quantity.h"

namespace nsys_ai {
namespace {

constexpr int64_t kDefaultLimit = 20;

int64_t limit_of(const Skill& skill, const ParamValues& values) {
  if (const auto given = values.find("limit"); given != values.end())
    return parse_integer(given->second).value_or(kDefaultLimit);
  for (const Param& param : skill.params)
    if (param.name == "limit") return std::get<int64_t>(param.default_value);
  return 0;
}

// Ordinals repeat between processes; a reader of "GPU 0" must know when it is more than one GPU.
void note_shared_ordinals(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  std::map<int64_t, size_t> devices;
  for (const DeviceIx device : scope.devices()) ++devices[profile.devices()[device].ordinal];
  for (const auto& [ordinal, count] : devices)
    if (count > 1)
      notes.push_back(
          fmt::format("{} processes each number a GPU {}; all of them are in this answer", count, ordinal));
}

// Steps are numbered in each process; a reader of "iteration 3" must know whose.
void note_iteration(const Profile& profile, const Scope& scope, std::vector<std::string>& notes) {
  if (!scope.iteration()) return;
  const Iterations& iterations = profile.derived(build_iterations);
  const Iteration& of = iterations.all[*scope.iteration()];
  const auto pid = profile.pid_of(of.process);
  const std::string_view text =
      of.range == Iteration::kNoRange ? "detected" : profile.text(profile.nvtx().text[of.range]);
  notes.push_back(fmt::format("this is iteration {}{} ({}), from its first operation on a GPU to its last",
                              of.number, pid ? fmt::format(" of process {}", *pid) : "", text));
}

// Why there is nothing of that kind, where it is no matter of the capture.
bool was_left_out(const Profile& profile, Need need) {
  return (need == Need::call && profile.info().calls_left_out) ||
         (need == Need::nvtx && profile.info().nvtx_left_out);
}

std::string missing_reason(const std::vector<Need>& needs, const Profile& profile) {
  std::string missing;
  for (const Need need : needs)
    if (!has(profile, need)) missing += (missing.empty() ? "" : " and ") + std::string(name_of(need));
  for (const Need need : needs)
    if (was_left_out(profile, need))
      return fmt::format("The {} were left out, because the profile does not fit into memory.",
                         name_of(need));
  return fmt::format("The capture recorded no {}.", missing);
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

std::string_view how_to_capture(Need need, const Profile& profile) {
  if (was_left_out(profile, need))
    return "Allow more with --memory-limit or NSYS_AI_MEMORY_LIMIT, or choose a window with --trim.";
  if (need == Need::kernel && profile.graph_runs().size() > 0)
    return "Capture with `nsys profile --cuda-graph-trace=node`, which records the kernels inside CUDA "
           "graphs.";
  switch (need) {
    case Need::kernel:
    case Need::copy:
    case Need::gpu_operation:
    case Need::call:
      return "Capture with `nsys profile --trace=cuda,nvtx` while the program uses the GPU.";
    case Need::nvtx:
      return "Annotate the program with NVTX ranges and capture with `nsys profile --trace=cuda,nvtx`.";
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
                         const ParamValues& values, const Work& work) {
  if (auto checked = check_params(skill.params, values); !checked) return tl::unexpected(checked.error());
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  return run_in_scope(skill, profile, *scope, values, work);
}

Result<Answer> run_in_scope(const Skill& skill, const Profile& profile, const Scope& scope,
                            const ParamValues& values, const Work& work) {
  if (auto checked = check_params(skill.params, values); !checked) return tl::unexpected(checked.error());
  Answer answer;
  answer.skill = skill.info.name;
  answer.scope = scope.described(profile);
  answer.table.columns = skill.columns;
  for (const Need need : skill.info.needs) {
    if (has(profile, need)) continue;
    answer.outcome = Outcome::cannot_answer;
    const std::string how(how_to_capture(need, profile));
    if (std::find(answer.needs.begin(), answer.needs.end(), how) == answer.needs.end())
      answer.needs.push_back(how);
  }
  if (answer.outcome == Outcome::cannot_answer) {
    answer.reason = missing_reason(skill.info.needs, profile);
    return answer;
  }
  auto run = skill.run({profile, scope, work}, values);
  if (!run) return tl::unexpected(run.error());
  if (work.cancel.cancelled()) return cancelled();
  if (run->cannot_answer) {
    answer.outcome = Outcome::cannot_answer;
    answer.reason = std::move(run->cannot_answer->reason);
    answer.needs = std::move(run->cannot_answer->needs);
    return answer;
  }
  answer.notes = std::move(run->notes);
  note_shared_ordinals(profile, scope, answer.notes);
  note_iteration(profile, scope, answer.notes);
  answer.total_rows = std::max(static_cast<int64_t>(run->rows.size()), run->total);
  answer.table.rows = std::move(run->rows);
  if (answer.total_rows == 0) {
    answer.outcome = Outcome::empty;
    answer.reason = run->empty_reason.empty() ? "Nothing in the scope matches." : run->empty_reason;
    return answer;
  }
  answer.outcome = Outcome::rows;
  const int64_t limit = limit_of(skill, values);
  if (limit > 0 && answer.total_rows > limit) {
    answer.table.rows.resize(std::min(answer.table.rows.size(), static_cast<size_t>(limit)));
    answer.truncated = true;
  }
  return answer;
}

}  // namespace nsys_ai
