// The page of the NVTX tree: the ranges of each thread by path, with the GPU time of what they launched.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// As `nvtx_outline`, the ranges that take the longest. Fails when it is cancelled.
Result<Page> ranges_page(const Profile& profile, const Work& work);

}  // namespace nsys_ai
