// The page of the ranks of a run, of which this profile is one, and of a step of one of them.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Without `captures`, the profiles in the folder of this one are read, once the person asks for it (`read`).
// `rank` and `step` show that step alone.
Result<Page> ranks_view(const Profile& profile, const ViewParams& params,
                        const std::vector<std::filesystem::path>& captures, const Work& work);

}  // namespace nsys_ai
