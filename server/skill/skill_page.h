// What a skill is, as a page of Markdown.
#pragma once

#include <span>
#include <string>

#include "skill/skill.h"

namespace nsys_ai {

// What it asks, how it is computed and read, its parameters and columns with units, and its limits.
std::string skill_page(const Skill& skill);
// A page for each, with a list of them in front: docs/SKILLS.md.
std::string skill_book(std::span<const Skill> skills);

}  // namespace nsys_ai
