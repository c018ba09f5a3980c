// How long NVTX ranges lasted on the host, by label.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// All ranges of one normalised label in one domain and of one style. Durations in ns, clipped to the window
// of the scope. Ranges that were never closed have none: they count in `open` alone.
struct RangeStats {
  uint32_t label = 0;   // in NvtxLabels
  uint32_t domain = 0;  // in the texts of NvtxDomains
  bool start_end = false;
  int64_t count = 0;
  int64_t open = 0;
  Sum total{};
  Sum self{};  // less the time in push/pop ranges directly inside; start/end ranges have nothing inside
  int64_t min = 0;
  int64_t p50 = 0;  // linearly interpolated
  int64_t max = 0;
};

// By total, the largest first, then by label, domain and style. Ranges of the processes in scope.
std::vector<RangeStats> range_stats(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
