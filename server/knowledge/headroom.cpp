// Adds up the claims of findings.
#include "knowledge/headroom.h"

#include <algorithm>

namespace nsys_ai {
namespace {

double faster(int64_t whole, int64_t less) {
  const int64_t most = std::min(less, whole - whole / 1000);
  return whole > most ? static_cast<double>(whole) / static_cast<double>(whole - most) : 1.0;
}

}  // namespace

std::vector<Headroom> headrooms(std::span<const Finding> findings, int64_t whole) {
  std::vector<Headroom> found;
  int64_t total = 0;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::information || finding.claims.empty() || finding.leads) continue;
    total += finding.at_stake_ns;
    found.push_back(
        {&finding, finding.at_stake_ns, faster(whole, finding.at_stake_ns), faster(whole, total)});
  }
  return found;
}

}  // namespace nsys_ai
