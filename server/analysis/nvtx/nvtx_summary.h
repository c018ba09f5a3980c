// Computes how long NVTX ranges lasted on the host, by label.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// All ranges of one normalised label in one domain and of one style. Durations in ns, clipped to the window
// of the scope. Ranges that were never closed have no duration and count in `open` only.
struct RangeStats {
  uint32_t label = 0;   // in NvtxLabels
  uint32_t domain = 0;  // in `NvtxDomains::texts`
  bool start_end = false;
  int64_t count = 0;
  int64_t open = 0;
  Sum total{};
  Sum self{};  // excludes ranges directly inside
  int64_t min = 0;
  int64_t p50 = 0;  // linearly interpolated
  int64_t max = 0;
};

// Ranges of the processes in scope; sorted by total in descending order, then by label, domain and style.
std::vector<RangeStats> range_stats(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
