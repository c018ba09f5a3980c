// The page of a skill's answer: the question, its parameters, the rows, and how to read them.
#pragma once

#include "base/answer.h"
#include "profile/profile.h"
#include "skill/skill.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `params` has the parameters that the caller set; the others have their defaults.
Page answer_page(const Profile& profile, const Skill& skill, const CheckedParams& params,
                 const Answer& answer);

}  // namespace nsys_ai
