// Splits the time of each GPU by what ran in it: families of kernels, other operations, and nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"

namespace nsys_ai {

struct FamilyTime {
  DeviceIx device;
  std::string_view what;  // a family of kernels, or one of the names below; static storage
  Sum ns{};
};
inline constexpr std::string_view kCopiesAndMemsets = "copies and memsets";
inline constexpr std::string_view kWholeGraphs = "CUDA graphs recorded whole";
inline constexpr std::string_view kNothingRuns = "nothing runs";

// In the order of the scope's devices; of one device the longest first, and what nothing runs in last. The
// parts of a device add up to the time from its first operation to its last inside the scope: where
// operations overlap, time is that of the one that began first.
std::vector<FamilyTime> time_by_family(const Profile& profile, const Scope& scope);

}  // namespace nsys_ai
