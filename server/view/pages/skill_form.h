// The questions that can be asked, and what can be asked of one: its parameters and the scope.
#pragma once

#include "analysis/scope.h"
#include "base/result.h"
#include "skill/registry.h"
#include "skill/skill.h"
#include "view/pages/page.h"

namespace nsys_ai {

// All skills by name, each leading to its form.
Page skills_page(const Registry& skills);

// The fields of the command line: the skill's own parameters, then GPUs, window, process and iteration.
Form skill_form(const Skill& skill, const ViewParams& params);

// What such a form was filled with. Fails on what is no number, or no window.
Result<ScopeRequest> scope_of_form(const ViewParams& params);
ParamValues values_of_form(const Skill& skill, const ViewParams& params);

}  // namespace nsys_ai
