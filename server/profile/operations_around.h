// The operations of a device near a window, found without scanning all others.
#pragma once

#include <cstdint>
#include <span>

#include "profile/profile.h"

namespace nsys_ai::inline profile {

// By time, as OperationOrder has them: all that have a part in the window or touch it, the next one after it,
// and some before and after. What is left out before ended before the window began.
std::span<const uint32_t> operations_around(const Profile& profile, DeviceIx device, Interval window);

}  // namespace nsys_ai::inline profile
