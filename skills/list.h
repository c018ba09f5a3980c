// All built-in skills: `top_kernels`, in the file of that name, is what `top_kernels_skill::skill` returns;
// skills.def is their list.
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

// The registry of everything that is built in, skills in SQL among them.
const Registry& built_in_skills();

}  // namespace nsys_ai
