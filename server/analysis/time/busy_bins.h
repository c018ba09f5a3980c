// The busy time of a GPU as a histogram over its span.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/time/busy.h"

namespace nsys_ai {

// The busy time, as a union, of each of `chunks` equal bins of an interval: bin i reaches from start +
// duration * i / chunks to start + duration * (i + 1) / chunks, rounded down.
std::vector<int64_t> busy_bins(const Profile& profile, DeviceIx device, Interval span, int64_t chunks);
// Where bin i of an interval begins; bin `chunks` begins at its end.
int64_t bin_start(Interval span, int64_t chunks, int64_t i);

}  // namespace nsys_ai
