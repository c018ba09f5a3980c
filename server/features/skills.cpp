// Listing and running skills.
#include "features/feature.h"
#include "features/session.h"
#include "features/wire.h"
#include "protocol/answer_json.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

Result<nsys::Answer> run(Session& session, const nsys::RunSkillParams& params, const Work& work) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  auto skill = built_in_skills().find(params.skill);
  if (!skill) return tl::unexpected(skill.error());
  ScopeRequest scope;
  if (params.gpus) scope.gpus = *params.gpus;
  if (params.trim) scope.window = Interval{params.trim->startNs, params.trim->endNs};
  ParamValues values;
  if (params.params)
    for (const auto& [name, value] : params.params->entries) values[name] = value.text();
  auto answer = run_skill(**skill, **profile, scope, values, work);
  if (!answer) return tl::unexpected(answer.error());
  return wire_answer(*answer);
}

}  // namespace

void attach_skills(Router& router, Session& session) {
  router.on<method::Skills>(Lane::quick, [](const nsys::SkillsParams&, Call&) -> Result<nsys::SkillsResult> {
    nsys::SkillsResult result;
    for (const Skill& skill : built_in_skills().skills()) result.skills.push_back(wire_skill_info(skill));
    return result;
  });
  router.on<method::RunSkill>(Lane::bulk, [&session](const nsys::RunSkillParams& params, Call& call) {
    return run(session, params, call.work());
  });
}

}  // namespace nsys_ai
