// The range of a thread that a stretch of time lies in.
#pragma once

#include <cstdint>

#include "profile/profile.h"

namespace nsys_ai {

// The innermost closed push/pop range that holds all of that time on that thread; NvtxForest::kNoRange where
// there is none.
uint32_t range_around(const Profile& profile, ThreadIx thread, Interval time);

}  // namespace nsys_ai
