// What an event is, in the few words that a hint has room for; empty where there is no such event.
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
