// Projects the ranges of one device onto its time without storing them.
#pragma once

#include <cstdint>
#include <functional>

#include "analysis/scope.h"
#include "profile/profile.h"

namespace nsys_ai {

// Computes the projections of one device in order (nvtx_gpu.h): calls `visit` with each range, until it
// returns false. Uses eight bytes for each NVTX row of the device's process meanwhile.
void each_projection(const Profile& profile, Clipping time, DeviceIx device,
                     const std::function<bool(uint32_t range, Interval time)>& visit);

}  // namespace nsys_ai
