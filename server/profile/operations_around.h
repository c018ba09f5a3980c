// The operations of a device near a window, found without scanning all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "profile/profile.h"

namespace nsys_ai {

// By time, as OperationOrder has them: all that have a part in the window or touch it, the next one after it,
// and some before and after. What is left out before ended before the window began.
std::span<const uint32_t> operations_around(const Profile& profile, DeviceIx device, Interval window);

// Of the operations before those that it returned, the one that ends last; nothing where there are none.
std::optional<uint32_t> ends_last_before(const Profile& profile, DeviceIx device,
                                         std::span<const uint32_t> around);

}  // namespace nsys_ai
