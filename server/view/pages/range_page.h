// The page of an NVTX label: its ranges on the host, and what they launched on the GPUs.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `label` is a place in `NvtxLabels`. Fails when it is cancelled.
Result<Page> range_page(const Profile& profile, uint32_t label, const Work& work);

}  // namespace nsys_ai
