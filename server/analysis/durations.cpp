// Percentiles by selection instead of sorting: each pass leaves less to look at.
#include "analysis/durations.h"

#include <cmath>

namespace nsys_ai::inline analysis {

int64_t percentile(std::span<const int64_t> sorted, double fraction) {
  const double rank = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(rank);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = rank - static_cast<double>(below);
  // The difference is interpolated, not the values, so that large times lose no digits.
  return sorted[below] + std::llround(part * static_cast<double>(sorted[above] - sorted[below]));
}

int64_t percentile_in_place(std::span<int64_t> values, double fraction, size_t from) {
  const auto below = static_cast<size_t>(fraction * static_cast<double>(values.size() - 1));
  const auto place = [&](size_t of) { return values.begin() + static_cast<ptrdiff_t>(of); };
  std::nth_element(place(std::min(from, below)), place(below), values.end());
  if (below + 1 < values.size())
    std::iter_swap(place(below + 1), std::min_element(place(below + 1), values.end()));
  return percentile(values, fraction);
}

DurationStats duration_stats(std::span<int64_t> durations) {
  DurationStats stats;
  if (durations.empty()) return stats;
  stats.calls = static_cast<int64_t>(durations.size());
  for (const int64_t duration : durations) stats.total += duration;
  Sum rounded = stats.total;
  stats.average = (rounded += stats.calls / 2) / stats.calls;
  const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
  stats.min = *least;
  stats.max = *most;
  stats.p50 = percentile_in_place(durations, 0.5);
  stats.p90 = percentile_in_place(durations, 0.9, (durations.size() - 1) / 2);
  return stats;
}

std::vector<DurationStats> stats_of_groups(DurationGroups& groups) {
  std::vector<DurationStats> all(groups.first.size() - 1);
  parallel_for(usable_cores(), all.size(),
               [&](size_t group) { all[group] = duration_stats(groups.of(group)); });
  return all;
}

}  // namespace nsys_ai::inline analysis
