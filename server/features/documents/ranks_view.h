// The page of the ranks of a run, of which this profile is one, and of a step of one of them.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "features/documents/other_profiles.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Without captures in `others`, the profiles in the folder of this one are read, once the person asks for it
// (`read`). `rank` and `step` show that step alone, `against` compares with the run before, where there is
// one.
Result<Page> ranks_view(const Profile& profile, const ViewParams& params, const OtherProfiles& others,
                        const Work& work);

}  // namespace nsys_ai
