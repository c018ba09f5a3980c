// The page of a finding: what is wrong, what to do about it, and the events and answers that show it.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Fails when the profile has no finding of that key, naming those that it has, and when it is cancelled.
Result<Page> finding_page(const Profile& profile, std::string_view key, const Work& work);

}  // namespace nsys_ai
