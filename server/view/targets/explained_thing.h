// What of the page of explanations a target is.
#pragma once

#include <string>

#include "profile/profile.h"
#include "view/targets/target.h"

namespace nsys_ai {

// Such as `gemm` or `gap:host-bound`; empty for what the page does not explain.
std::string thing_named_by(const Profile& profile, const Target& target);

}  // namespace nsys_ai
