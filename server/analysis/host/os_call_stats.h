// Computes how often and how long threads were in calls of the operating system's libraries.
#pragma once

#include <vector>

#include "analysis/durations.h"
#include "analysis/scope.h"
#include "profile/families/family_host.h"

namespace nsys_ai {

// Calls of one name in one process, clipped to the scope.
struct OsCallStats : DurationStats {
  EventProcessIx process;  // of `OsCalls`
  NameId name;             // of `OsCalls`
};

// Sorted by total in descending order, then by process id and name.
std::vector<OsCallStats> os_call_stats(const Profile& profile, const Scope& scope, const OsCalls& calls);

}  // namespace nsys_ai
