// The row of the timeline in which an event is drawn.
#pragma once

#include <string>

#include "profile/profile.h"

namespace nsys_ai {

// Its id; empty for what no row draws.
std::string row_of_target(const Profile& profile, const std::string& target);

}  // namespace nsys_ai
