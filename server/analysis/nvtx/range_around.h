// Finds the range of a thread that contains an interval.
#pragma once

#include <cstdint>

#include "profile/profile.h"

namespace nsys_ai {

// The innermost closed push/pop range on that thread that contains the entire interval; NvtxForest::kNoRange
// where there is none.
uint32_t range_around(const Profile& profile, ThreadIx thread, Interval time);

}  // namespace nsys_ai
