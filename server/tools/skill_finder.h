// Which skills speak of what somebody wants to know: by the words that they share, rare ones counting most.
#pragma once

#include <string_view>
#include <vector>

#include "skill/skill.h"

namespace nsys_ai {

// The best first, at most `most`; none where no word is theirs. A word counts by its stem, in a name or
// title more than in what is said about a skill.
std::vector<const Skill*> skills_about(const std::vector<Skill>& skills, std::string_view words, size_t most);

}  // namespace nsys_ai
