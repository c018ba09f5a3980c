// `which has more of it, A or B`: of two places that the question names last.
#pragma once

#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai::inline agent {

// The question for the place with the most of it among the two; empty where none is asked so, or where the
// capture has more processes than the two.
std::string which_of_two(const Profile& profile, std::string_view question);

}  // namespace nsys_ai::inline agent
