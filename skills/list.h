// All built-in skills: one file each, and one line each in the sorted list of list.cpp.
#pragma once

#include "skill/registry.h"
#include "skill/skill.h"

namespace nsys_ai {

Skill memory_transfers();
Skill schema_inspect();
Skill top_kernels();

// The registry of everything that is built in.
const Registry& built_in_skills();

}  // namespace nsys_ai
