// Computes how often and how long threads were in CUDA calls, by name.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/durations.h"
#include "analysis/scope.h"

namespace nsys_ai {

// Calls of one base name, clipped to the scope. Backtrace duplicates and creations of graph nodes are
// skipped.
struct CallStats : DurationStats {
  std::string_view name;  // points into the profile
  int64_t errors = 0;     // calls that returned neither success nor, as a query may, "not ready"
};

// One element per base name; sorted by total in descending order, then by name.
std::vector<CallStats> call_stats(const Profile& profile, const Scope& scope);

// Groups of calls by base name.
struct CallNames {
  std::vector<std::string_view> names;  // indexed by group
  std::vector<uint32_t> of_code;        // the group of each code of `Calls::name`
};
CallNames build_call_names(const Profile& profile);

}  // namespace nsys_ai
