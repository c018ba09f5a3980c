// The time that a finding claims says which share of a unit it is in.
#include "view/fix_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace nsys_ai {
namespace {

// A figure of `nsys-ai check` (docs/CI.md).
std::string_view figure_of(TimeUse use) {
  switch (use) {
    case TimeUse::compute:
    case TimeUse::faulting:
    case TimeUse::plain_matrix:
    case TimeUse::small_kernel:
    case TimeUse::graph:
      return "unit";
    case TimeUse::communication:
    case TimeUse::shared_collective:
    case TimeUse::late_collective:
      return "communicationShare";
    case TimeUse::copy:
    case TimeUse::pageable_copy:
    case TimeUse::migration:
    case TimeUse::other_work:
      return "copiesShare";
    case TimeUse::collection:
    case TimeUse::late_code:
    case TimeUse::allocation:
    case TimeUse::blocking_copy:
    case TimeUse::synchronisation:
    case TimeUse::in_mpi:
    case TimeUse::late_host:
    case TimeUse::long_launch:
      return "launchShare";
    case TimeUse::device_wait:
      return "deviceShare";
    default:
      return "idleShare";
  }
}

}  // namespace

std::string fix_check_words(const Finding& finding) {
  std::string words =
      fmt::format("`nsys-ai diff BEFORE AFTER --hypothesis {}` says whether it went.", finding.key);
  const auto most = std::max_element(finding.claims.begin(), finding.claims.end(),
                                     [](const auto& a, const auto& b) { return a.ns < b.ns; });
  if (most == finding.claims.end()) return words;
  return words +
         fmt::format(" In `.nsys-ai/check.json` the rule `{{\"figure\": \"{}\", \"maxIncrease\": 0.05}}` makes "
                     "`nsys-ai check` fall where it comes back.",
                     figure_of(most->use));
}

}  // namespace nsys_ai
