// What is known of a part of a run that somebody selects on the timeline.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "http/content.h"
#include "profile/profile.h"
#include "protocol/nsys_timeline.h"
#include "skill/user_skills.h"

namespace nsys_ai {

// `skills` are those that can be asked. Fails as a bad request where there is no such scope, statistic, skill
// or parameter; when the work is cancelled; and where the file cannot be read.
Result<nsys::TimelineWindowResult> timeline_window(const Profile& profile, const SkillSet& skills,
                                                   const TimelineWindowAsked& asked, const Work& work);

}  // namespace nsys_ai
