// A skill with its parameters in one line, written as in the book of root causes: `top_kernels limit=1`.
#pragma once

#include <string>
#include <string_view>

#include "skill/params.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct SkillInvocation {
  std::string name;
  ParamValues values;
};

// A `~` in a value stands for a blank.
SkillInvocation parse_skill_invocation(std::string_view text);

// The view that runs the skill (view/pages/skill_form.h).
ViewLink link_of_skill(const SkillInvocation& asked);

}  // namespace nsys_ai
