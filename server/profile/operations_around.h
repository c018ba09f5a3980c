// Finds the operations of a device near a window without scanning all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "profile/profile.h"

namespace nsys_ai {

// Sorted by time, in the order of OperationOrder: all operations that overlap or touch the window, the next
// one after it, and some before and after. Every earlier operation that it omits ended before the window
// began.
std::span<const uint32_t> operations_around(const Profile& profile, DeviceIx device, Interval window);

// Of the operations before those that it returned, the one with the latest end; empty where there are none.
std::optional<uint32_t> ends_last_before(const Profile& profile, DeviceIx device,
                                         std::span<const uint32_t> around);

}  // namespace nsys_ai
