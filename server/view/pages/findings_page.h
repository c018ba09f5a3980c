// The page of all findings of a run, with actions on them.
#pragma once

#include <span>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Each finding in full, largest possible saving first, with the views that show and verify it. Lists
// suppressed findings with the reasons.
Page findings_page(const Profile& profile, std::span<const Suppression> suppressions);

}  // namespace nsys_ai
