// Computes the busy time of a GPU as a histogram over its span.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/time/busy.h"

namespace nsys_ai {

// The busy time, as a union, in each of `chunks` equal bins of an interval: bin i covers start + duration * i
// / chunks to start + duration * (i + 1) / chunks, rounded down.
std::vector<int64_t> busy_bins(const Profile& profile, DeviceIx device, Interval span, int64_t chunks);
// Start of bin i of an interval; bin `chunks` starts at the interval's end.
int64_t bin_start(Interval span, int64_t chunks, int64_t i);

}  // namespace nsys_ai
