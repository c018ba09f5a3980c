// Lists and runs skills.
#include "features/feature.h"
#include "features/session.h"
#include "features/skill_files/answer_page.h"
#include "features/wire.h"
#include "features/workspace/client_profiles.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"
#include "tools/scope_of.h"

namespace nsys_ai {
namespace {

Result<nsys::Answer> run(Session& session, const nsys::RunSkillParams& params, Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const SkillSetPtr known = session.skills.now();
  auto skill = known->find(params.skill);
  if (!skill) return tl::unexpected(skill.error());
  ParamValues values;
  if (params.params)
    for (const auto& [name, value] : params.params->entries) values[name] = value.text();
  const std::string of_project = known->project.complete(**skill, values);
  auto checked = check_params((*skill)->params, values);
  if (!checked) return tl::unexpected(checked.error());
  Question question{**skill, known->text_of(**skill), scope_of(params), std::move(*checked)};
  known->project.complete(question.scope);
  auto answer = session.answers.ask(*profile, question, call.work());
  if (!answer) return tl::unexpected(answer.error());
  if (of_project.empty()) return answer_page(**answer, {params.offset, params.partialResultToken}, call);
  Answer shown = **answer;
  shown.notes.push_back(of_project);
  return answer_page(shown, {params.offset, params.partialResultToken}, call);
}

}  // namespace

void attach_skills(Router& router, Session& session) {
  router.on<method::Skills>(Lane::quick,
                            [&session](const nsys::SkillsParams&, Call&) -> Result<nsys::SkillsResult> {
                              return wire_skills(*session.skills.now());
                            });
  router.on<method::RunSkill>(Lane::bulk, [&session](const nsys::RunSkillParams& params, Call& call) {
    return run(session, params, call);
  });
}

}  // namespace nsys_ai
