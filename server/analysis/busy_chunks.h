// How busy each part of a GPU's span is.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/busy.h"

namespace nsys_ai {

// The busy time, as a union, of each of `chunks` equal parts of an interval: part i reaches from
// start + length * i / chunks to start + length * (i + 1) / chunks, rounded down.
std::vector<int64_t> busy_chunks(const Profile& profile, DeviceIx device, Interval span, int64_t chunks);
// Where part i of an interval begins; part `chunks` begins at its end.
int64_t chunk_start(Interval span, int64_t chunks, int64_t i);

}  // namespace nsys_ai
