// Finds the row in which an event is drawn, and the events that are related to it.
#pragma once

#include <string>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "protocol/nsys_timeline.h"

namespace nsys_ai {

// Fails as a bad request if the target names no event of this profile. Fails also on cancellation and if the
// file cannot be read.
Result<nsys::TimelineRelatedResult> timeline_related(const Profile& profile, const std::string& target,
                                                     const Work& work);

}  // namespace nsys_ai
