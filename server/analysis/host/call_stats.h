// How often and how long threads were in calls of CUDA, by name.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/durations.h"
#include "analysis/scope.h"

namespace nsys_ai {

// Calls of one base name, clipped to the scope. Backtrace twins and creations of graph nodes are no calls.
struct CallStats : DurationStats {
  std::string_view name;  // of the profile
  int64_t errors = 0;     // calls that returned neither success nor, as a query may, "not ready"
};

// One element a base name; by total, the largest first, then by name.
std::vector<CallStats> call_stats(const Profile& profile, const Scope& scope);

// Groups of calls by base name.
struct CallNames {
  std::vector<std::string_view> names;  // by group
  std::vector<uint32_t> of_code;        // by the code of `Calls::name`: the group
};
CallNames build_call_names(const Profile& profile);

}  // namespace nsys_ai
