// Statistics of a part of a run that a person selects on the timeline.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "http/content.h"
#include "profile/profile.h"
#include "protocol/nsys_timeline.h"
#include "skill/user_skills.h"

namespace nsys_ai {

// `skills` are the skills that a request may name. Fails as a bad request on an unknown scope, statistic,
// skill or parameter. Fails also on cancellation and if the file cannot be read.
Result<nsys::TimelineWindowResult> timeline_window(const Profile& profile, const SkillSet& skills,
                                                   const TimelineWindowRequest& asked, const Work& work);

}  // namespace nsys_ai
