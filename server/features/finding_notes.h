// What stands out in a capture, as notes of its trace.
#pragma once

#include <span>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// Of the whole capture, most at stake first, without what is suppressed. A note stands where its events are.
std::vector<TraceNote> finding_notes(const Profile& profile, std::span<const Suppression> suppressions);

}  // namespace nsys_ai
