// The list of skills, and the form of one: its parameters and the scope.
#pragma once

#include "analysis/scope.h"
#include "base/result.h"
#include "skill/registry.h"
#include "skill/skill.h"
#include "view/pages/page.h"

namespace nsys_ai {

// All skills, sorted by name, each with a link to its form.
Page skills_page(const Registry& skills);

// The fields match the command line: the skill's own parameters, then GPUs, window, process and iteration.
Form skill_form(const Skill& skill, const ViewParams& params);

// The scope in the values of a form. Fails on invalid numbers and on an invalid window.
Result<ScopeRequest> scope_of_form(const ViewParams& params);
ParamValues values_of_form(const Skill& skill, const ViewParams& params);

}  // namespace nsys_ai
