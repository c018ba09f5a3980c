// The view of a comparison: the profile of the page against another one, or against a baseline.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "features/documents/other_profiles.h"
#include "profile/profile.h"
#include "protocol/nsys_compare.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Parameters: `against` names the other profile by its path or handle, or a baseline; without it the page
// lists what there is to compare with. `as=base` makes the page's profile the base. `gpu` is a CUDA number.
Result<Page> compare_view(const ProfilePtr& profile, const ViewParams& params, const OtherProfiles& others,
                          const Work& work);

// The tree of a profile with what changed against the parameter `against`.
Result<Page> tree_against(const ProfilePtr& profile, const ViewParams& params, const OtherProfiles& others,
                          const Work& work);

// The times of both profiles at which the same work begins, so that their timelines can be aligned.
nsys::AlignedTimesResult aligned_times(const ProfilePtr& before, const ProfilePtr& after);

}  // namespace nsys_ai
