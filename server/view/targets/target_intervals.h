// When what a target names happened, one function a kind; `interval_of` of view/targets/target_window.h finds
// them by the table of kinds.
#pragma once

#include <optional>

#include "base/interval_set.h"
#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

// The first of its events that has a place in time.
std::optional<Interval> finding_interval(const Profile& profile, const Target& target);
std::optional<Interval> gap_interval(const Profile& profile, const Target& target);
std::optional<Interval> iteration_interval(const Profile& profile, const Target& target);
// Of a kernel's name.
std::optional<Interval> longest_run_interval(const Profile& profile, const Target& target);
// Of a label, among its closed ranges.
std::optional<Interval> longest_range_interval(const Profile& profile, const Target& target);

}  // namespace nsys_ai
