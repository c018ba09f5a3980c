// What events are called where they are evidence, one function a kind; empty where there is no such event.
#pragma once

#include <string>

#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

std::string gap_evidence(const Profile& profile, const Target& target);
std::string kernel_evidence(const Profile& profile, const Target& target);
std::string nvtx_evidence(const Profile& profile, const Target& target);

}  // namespace nsys_ai
