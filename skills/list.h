// All built-in skills: `top_kernels`, in the file of that name, is the result of `top_kernels_skill::skill`;
// skills.def lists them.
#pragma once

#include "skill/registry.h"
#include "skill/skill.h"

namespace nsys_ai {

#define NSYS_SKILL(name)   \
  namespace name##_skill { \
    Skill skill();         \
  }
#include "skills/skills.def"
#undef NSYS_SKILL

// The registry of all built-in skills, including those in SQL.
const Registry& built_in_skills();

}  // namespace nsys_ai
