// Durations in groups, and what describes a group: how many, how long together, and how they spread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/sum.h"

namespace nsys_ai::inline analysis {

// Of durations in ns. Averages and percentiles are rounded to whole ns; percentiles interpolate linearly
// between the two nearest ranks.
struct DurationStats {
  int64_t calls = 0;
  Sum total{};
  int64_t average = 0;
  int64_t min = 0;
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t max = 0;
};

// The value at `fraction` of sorted values, linearly interpolated and rounded. `values` must not be empty.
int64_t percentile(std::span<const int64_t> sorted, double fraction);

// The same of values in any order, which it reorders: the two neighbours of the percentile come to their
// places. `from` says of how many values at the beginning none is larger than any of the others.
int64_t percentile_in_place(std::span<int64_t> values, double fraction, size_t from = 0);

// Reorders the durations. All zero when there are none.
DurationStats duration_stats(std::span<int64_t> durations);

// Durations of one group side by side.
struct DurationGroups {
  std::vector<size_t> first;  // by group, one more than there are groups
  // Not filled with zeros, so that each core touches the pages that it fills.
  std::unique_ptr<int64_t[]> durations;

  std::span<int64_t> of(size_t group) {
    return {durations.get() + first[group], first[group + 1] - first[group]};
  }
};

// A counting sort of events by group: two passes over pieces of the events, each piece with places of its
// own. `each(from, to, visit)` calls `visit(group, duration)` for those of the events from `from` to before
// `to` that count. It is called by several threads at once, and twice for each piece.
template <class Each>
DurationGroups grouped_durations(size_t groups, size_t events, Each each) {
  constexpr size_t kMinPiece = 1 << 16;
  const size_t pieces = std::clamp<size_t>(events / kMinPiece, 1, usable_cores() * 4);
  const auto begin_of = [&](size_t piece) { return events * piece / pieces; };
  // Counts at first, then the place of the next duration; by piece and group.
  std::vector<std::vector<size_t>> next(pieces, std::vector<size_t>(groups, 0));
  parallel_for(usable_cores(), pieces, [&](size_t piece) {
    each(begin_of(piece), begin_of(piece + 1),
         [&counts = next[piece]](size_t group, int64_t) { ++counts[group]; });
  });
  DurationGroups grouped;
  size_t place = 0;
  for (size_t group = 0; group < groups; ++group) {
    grouped.first.push_back(place);
    for (auto& of_piece : next) place += std::exchange(of_piece[group], place);
  }
  grouped.first.push_back(place);
  grouped.durations = std::make_unique_for_overwrite<int64_t[]>(place);
  parallel_for(usable_cores(), pieces, [&](size_t piece) {
    each(begin_of(piece), begin_of(piece + 1),
         [&grouped, &places = next[piece]](size_t group, int64_t duration) {
           grouped.durations[places[group]++] = duration;
         });
  });
  return grouped;
}

// The stats of each group, on as many cores as there are.
std::vector<DurationStats> stats_of_groups(DurationGroups& groups);

}  // namespace nsys_ai::inline analysis
