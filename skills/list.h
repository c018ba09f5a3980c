// All built-in skills: each in C++ is a function in the file of its name, and skills.def is their list.
#pragma once

#include "skill/registry.h"
#include "skill/skill.h"

namespace nsys_ai::inline skills {

#define NSYS_SKILL(name) Skill name();
#include "skills/skills.def"
#undef NSYS_SKILL

// The registry of everything that is built in, skills in SQL among them.
const Registry& built_in_skills();

}  // namespace nsys_ai::inline skills
