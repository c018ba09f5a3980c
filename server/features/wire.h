// What the layers below know, as the types that travel.
#pragma once

#include <string>

#include "profile/profile.h"
#include "protocol/nsys.h"
#include "protocol/nsys_page.h"
#include "protocol/nsys_skill.h"
#include "skill/skill.h"
#include "view/page.h"

namespace nsys_ai {

nsys::ProfileInfo wire_profile_info(const Profile& profile, const std::string& handle);
nsys::SkillInfo wire_skill_info(const Skill& skill);
nsys::Page wire_page(const Page& page);

}  // namespace nsys_ai
