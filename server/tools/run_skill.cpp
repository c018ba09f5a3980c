// The tool that runs a skill on a part of a profile.
#include <fmt/format.h>

#include "tools/tool.h"

namespace nsys_ai {
namespace {

constexpr int64_t kRowsAhead = 1000;

struct RunSkillTool {
  ScopeParams part;
  std::string skill;
  std::optional<OrderedMap<Scalar>> params;
  std::optional<int64_t> offset;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(RunSkillTool& v, F& f) {
  f("skill", v.skill, "Name from find_skill.");
  fields_of_part(v.part, f);
  f("params", v.params, "The skill's own: {\"min_gap\": \"1ms\"}; find_skill with its name lists them.");
  f("offset", v.offset, "First row: the next_offset before.");
  f("bytes", v.bytes, "Of the answer at most; default 4000. Rows are cut to it.");
}

// Takes rows from `offset` on; without a limit from the caller, as many as the largest byte limit allows.
Result<ParamValues> values_of(const RunSkillTool& params, int64_t offset) {
  ParamValues values;
  if (params.params)
    for (const auto& [name, value] : params.params->entries) values[name] = value.text();
  if (!values.contains("limit")) values["limit"] = fmt::format("{}", offset + kRowsAhead);
  return values;
}

Result<ToolAnswer> run(const ToolContext& context, const RunSkillTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const int64_t offset = params.offset.value_or(0);
  if (offset < 0) return fail(ErrorCode::bad_request, "offset: rows are counted from 0.");
  const SkillSetPtr known = context.skills;
  const auto skill = known->find(params.skill);
  if (!skill) return tl::unexpected(skill.error());
  auto values = values_of(params, offset);
  const std::string of_project = known->project.complete(**skill, *values);
  auto checked = check_params((*skill)->params, *values);
  if (!checked) return tl::unexpected(checked.error());
  const Question question{**skill, known->text_of(**skill), params.part.scope(*known), std::move(*checked)};
  const auto answer = context.answers.ask(context.profile, question, work);
  if (!answer) return tl::unexpected(answer.error());
  if (of_project.empty()) return fitted_answer(**answer, offset, *room);
  Answer shown = **answer;
  shown.notes.push_back(of_project);
  return fitted_answer(shown, offset, *room);
}

}  // namespace

Tool run_skill_tool() {
  return make_tool<RunSkillTool, PagedAnswer>(
      "run_skill", "Ask a question of the list",
      "Runs a skill: a question with a definition, such as top_kernels, gpu_idle_gaps, overlap_breakdown, root_causes. Rows, empty with the reason, or cannot_answer with what to capture.",
      run);
}

}  // namespace nsys_ai
