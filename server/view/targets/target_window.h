// When what a target names happened: the part of a timeline to look at.
#pragma once

#include <optional>
#include <string_view>

#include "base/interval_set.h"
#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

// Whether targets of the kind have one, where they exist.
bool has_place_in_time(TargetKind kind);

// A kernel's name stands for its longest run, a finding for the first of its events, a label for the longest
// of its closed ranges. Nothing for what has no place in time, such as a device, and for what does not exist.
std::optional<Interval> interval_of(const Profile& profile, std::string_view target);

// The same with as much time before and after, at least 50 us of it, within the capture.
std::optional<Interval> window_around(const Profile& profile, std::string_view target);

}  // namespace nsys_ai
