// What each fix is worth at most, no part of the time claimed twice.
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
  int64_t ns = 0;       // what it claims
  double speedup = 1;   // whole / (whole - ns)
  double together = 1;  // with all fixes above
};

// One element a finding with something at stake, in their order. What findings claim is disjoint, so that
// sums are lengths of unions. `whole` is the scope; of it a thousandth always remains.
std::vector<Headroom> headrooms(std::span<const Finding> findings, int64_t whole);

}  // namespace nsys_ai
