// A skill with its parameters in one line, as the book of root causes writes it: `top_kernels limit=1`.
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

// A `~` stands for a blank in a value.
SkillInvocation parse_skill_invocation(std::string_view text);

// The view that asks it (view/pages/skill_form.h).
ViewLink link_of_skill(const SkillInvocation& asked);

}  // namespace nsys_ai
