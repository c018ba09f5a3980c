// Converts values of the lower layers to protocol types.
#pragma once

#include <string>

#include "profile/profile.h"
#include "protocol/nsys.h"
#include "protocol/nsys_card.h"
#include "protocol/nsys_page.h"
#include "protocol/nsys_skill.h"
#include "skill/user_skills.h"
#include "view/cards/card_blocks.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Limits the GPUs and processes in a reply to as many as a person reads.
inline constexpr size_t kListedAtMost = 100;
nsys::ProfileInfo wire_profile_info(const Profile& profile, const std::string& handle);
nsys::SkillsResult wire_skills(const SkillSet& set);
nsys::Page wire_page(const Page& page);
// Without the document that says more.
nsys::ExplainResult wire_explanation(const std::string& target, const Card& card);

}  // namespace nsys_ai
