// A description of an event that is short enough for an inlay hint; empty if the event does not exist.
#pragma once

#include <string>

#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

std::string copy_hint(const Profile& profile, const Target& target);
std::string gap_hint(const Profile& profile, const Target& target);
std::string kernel_hint(const Profile& profile, const Target& target);
std::string range_hint(const Profile& profile, const Target& target);

}  // namespace nsys_ai
