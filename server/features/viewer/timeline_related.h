// Where an event is drawn, and what it hangs together with.
#pragma once

#include <string>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "protocol/nsys_timeline.h"

namespace nsys_ai {

// Fails as a bad request where the target names no event of this profile; when the work is cancelled; and
// where the file cannot be read.
Result<nsys::TimelineRelatedResult> timeline_related(const Profile& profile, const std::string& target,
                                                     const Work& work);

}  // namespace nsys_ai
