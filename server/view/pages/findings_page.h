// All that is wrong with a run, with what can be done about it from here.
#pragma once

#include <span>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Each finding in full, most at stake first, with the views that show and verify it; what is suppressed is named
// with its reason.
Page findings_page(const Profile& profile, std::span<const Suppression> suppressions);

}  // namespace nsys_ai
