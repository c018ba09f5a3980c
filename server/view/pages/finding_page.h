// The page of a finding: the problem, advice, and the events and answers that show it.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Fails if the profile has no finding of that key, and then lists its findings. Fails also on cancellation.
Result<Page> finding_page(const Profile& profile, std::string_view key, const Work& work);

}  // namespace nsys_ai
