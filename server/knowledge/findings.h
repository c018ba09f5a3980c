// What is wrong with a run: conditions over measured quantities, with thresholds as data, and what to do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// By the share of the span that is at stake.
enum class Severity { high, medium, low, information };
std::string_view name_of(Severity severity);

struct Finding {
  std::string key;  // stable: "idle-host-bound", "exposed-communication", ...
  Severity severity = Severity::information;
  std::string title;        // what, with its number, in one line
  std::string detail;       // numerator, denominator, scope and evidence
  std::string advice;       // what to do, and how to verify it; Markdown of ours, no names from the profile
  int64_t at_stake_ns = 0;  // mean over devices: what the step could lose at most; the basis is in `detail`
  std::vector<std::string> refs = {};  // events to look at
};

// Ranked by time at stake; information comes last. Empty for a healthy run.
// Build with `profile.derived(build_findings)`.
std::vector<Finding> build_findings(const Profile& profile);

}  // namespace nsys_ai
