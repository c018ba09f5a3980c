// Ranks skills for a question by the words that they share; rare words count most.
#pragma once

#include <string_view>
#include <vector>

#include "skill/skill.h"

namespace nsys_ai {

// The best matches first, at most `most`; empty if no skill shares a word. Compares words by their stems; a
// word in a name or title counts more than one in a description.
std::vector<const Skill*> skills_about(const std::vector<Skill>& skills, std::string_view words, size_t most);

}  // namespace nsys_ai
