// What each fix is worth at most, no part of the time claimed twice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/time/busy.h"
#include "knowledge/finding.h"

namespace nsys_ai::inline knowledge {

// Means over the GPUs of the scope, in ns.
struct Headroom {
  const Finding* finding = nullptr;
  int64_t ns = 0;       // of what is at stake, the part that no fix above claims
  int64_t part_ns = 0;  // the part of the span that it is taken from: all idle time, all exposed copies, ...
  double speedup = 1;   // span / (span - ns)
  double together = 1;  // with all fixes above
};

// One element a finding with something at stake, in their order. A fix claims a part of the span: idle time,
// exposed communication, exposed copies, compute, or small kernels with the short gaps between them. Fixes
// that claim the same part share it, and all together never claim more than the span less a thousandth.
std::vector<Headroom> headrooms(std::span<const Finding> findings, std::span<const DeviceTime> times);

}  // namespace nsys_ai::inline knowledge
