// Partitions findings into reported and suppressed ones.
#include "knowledge/suppression.h"

#include <algorithm>

namespace nsys_ai {
namespace {

// Whether `pattern`, in which a star matches any text, matches all of `name`. It backtracks only to the last
// star, so the time is bounded by the product of the lengths.
bool matches_wildcard(std::string_view name, std::string_view pattern) {
  size_t at = 0;
  size_t in = 0;
  size_t star = std::string_view::npos;
  size_t behind_star = 0;
  while (at < name.size()) {
    if (in < pattern.size() && pattern[in] == '*') {
      star = in++;
      behind_star = at;
    } else if (in < pattern.size() && pattern[in] == name[at]) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++behind_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', in) == std::string_view::npos;
}

}  // namespace

bool applies(const Suppression& suppression, std::string_view finding, std::string_view file_name) {
  if (suppression.finding != finding) return false;
  return suppression.profile.empty() || matches_wildcard(file_name, suppression.profile);
}

Findings without_suppressed(Findings findings, std::span<const Suppression> suppressions,
                            std::string_view file_name) {
  std::vector<Finding> shown;
  for (Finding& finding : findings.findings) {
    const auto found = std::find_if(suppressions.begin(), suppressions.end(), [&](const Suppression& of) {
      return applies(of, finding.key, file_name);
    });
    if (found == suppressions.end())
      shown.push_back(std::move(finding));
    else
      findings.suppressed.push_back({std::move(finding), found->reason});
  }
  findings.findings = std::move(shown);
  return findings;
}

}  // namespace nsys_ai
