// Compares each collective with the median of its group.
#include "analysis/collectives/late_collectives.h"

#include <algorithm>

#include "analysis/durations.h"

namespace nsys_ai {

LateCollectives late_collectives(const Profile& profile, const Scope& scope, double threshold) {
  constexpr size_t kFewestAlike = 5;
  LateCollectives found;
  for (const CollectiveRuns& runs : collective_runs(profile, scope)) {
    ++found.groups;
    if (runs.kernels.size() < kFewestAlike) continue;
    ++found.compared;
    std::vector<int64_t> durations;
    for (const uint32_t kernel : runs.kernels)
      durations.push_back(scope.clip(profile.kernels().interval(kernel))->duration());
    std::vector<int64_t> sorted = durations;
    std::sort(sorted.begin(), sorted.end());
    const int64_t median = percentile(sorted, 0.5);
    if (median <= 0) continue;
    for (size_t i = 0; i < durations.size(); ++i)
      if (static_cast<double>(durations[i]) / static_cast<double>(median) > threshold)
        found.late.push_back({runs.kernels[i], runs.stream, runs.name.collective, durations[i], median,
                              static_cast<int64_t>(durations.size())});
  }
  return found;
}

}  // namespace nsys_ai
