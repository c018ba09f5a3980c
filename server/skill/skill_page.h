// A skill as a Markdown page.
#pragma once

#include <span>
#include <string>

#include "skill/skill.h"

namespace nsys_ai {

// Its question, how it is computed and read, its parameters and columns with units, and its limits.
std::string skill_page(const Skill& skill);
// A page for each skill, after a list of them: docs/SKILLS.md.
std::string skill_book(std::span<const Skill> skills);

}  // namespace nsys_ai
