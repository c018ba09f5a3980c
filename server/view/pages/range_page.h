// The page of an NVTX label: its ranges on the host, and the GPU work that they launched.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `label` is an index in `NvtxLabels`. Fails on cancellation.
Result<Page> range_page(const Profile& profile, uint32_t label, const Work& work);

}  // namespace nsys_ai
