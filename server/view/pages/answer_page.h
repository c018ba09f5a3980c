// The page of a skill's answer: the question, what was asked, the rows, and how to read them.
#pragma once

#include "base/answer.h"
#include "profile/profile.h"
#include "skill/skill.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `values` are those of the parameters that were given; the others have their defaults.
Page answer_page(const Profile& profile, const Skill& skill, const CheckedParams& params,
                 const Answer& answer);

}  // namespace nsys_ai
