// The most that each fix can save; no part of the time counts twice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "knowledge/finding.h"

namespace nsys_ai {

// Means over the GPUs of the scope, in ns.
struct Headroom {
  const Finding* finding = nullptr;
  int64_t ns = 0;       // the time that the finding claims
  double speedup = 1;   // whole / (whole - ns)
  double together = 1;  // with this fix and all fixes above it
};

// One element for each finding that could save time, in their order. The claims of findings are disjoint, so
// their sum is the length of their union. `whole` is the time of the scope; at least a thousandth of it
// always remains.
std::vector<Headroom> headrooms(std::span<const Finding> findings, int64_t whole);

}  // namespace nsys_ai
