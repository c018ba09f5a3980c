// The page of the NVTX tree: the ranges of each thread by path, with the time of the GPU work that they
// launched.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Shows the longest ranges, like `nvtx_outline`. Fails on cancellation.
Result<Page> ranges_page(const Profile& profile, const Work& work);

}  // namespace nsys_ai
