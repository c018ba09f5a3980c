// Groups durations and computes statistics for each group: count, total and distribution.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/sum.h"

namespace nsys_ai {

// Durations in ns. Averages and percentiles are rounded to integers; percentiles interpolate linearly between
// the two nearest ranks.
struct DurationStats {
  int64_t calls = 0;
  Sum total{};
  int64_t average = 0;
  int64_t min = 0;
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t max = 0;
};

// The quantile at `fraction`, linearly interpolated between the two nearest ranks and rounded; `at(rank)`
// returns the value at that rank in sorted order. There must be at least one value.
template <class At>
int64_t interpolated(size_t values, double fraction, At at) {
  const double rank = fraction * static_cast<double>(values - 1);
  const auto below = static_cast<size_t>(rank);
  const int64_t low = at(below);
  const int64_t high = at(std::min(below + 1, values - 1));
  // Interpolating the difference instead of the values keeps all digits of large times.
  return low + std::llround((rank - static_cast<double>(below)) * static_cast<double>(high - low));
}

// The values must be sorted.
inline int64_t percentile(std::span<const int64_t> sorted, double fraction) {
  return interpolated(sorted.size(), fraction, [&](size_t rank) { return sorted[rank]; });
}

// Computes percentiles of unsorted values without modifying them. There must be at least one value.
template <class Value>
class Percentiles {
 public:
  explicit Percentiles(std::span<const Value> values);
  int64_t at(double fraction) {
    return interpolated(values_.size(), fraction, [&](size_t rank) { return at_rank(rank); });
  }

 private:
  int64_t at_rank(size_t rank);
  uint64_t distance_of(Value value) const {
    return static_cast<uint64_t>(value) - static_cast<uint64_t>(least_);
  }

  std::span<const Value> values_;
  Value least_;
  std::vector<size_t> first_of_;  // indexed by bucket: how many values are in the buckets before it
  std::vector<Value> in_bucket_;  // the sorted values of the bucket that was used last
  size_t bucket_ = SIZE_MAX;
};
extern template class Percentiles<int64_t>;
extern template class Percentiles<uint32_t>;

// All fields are zero when `durations` is empty.
DurationStats duration_stats(std::span<const int64_t> durations);

// Durations stored contiguously by group, as 32-bit numbers where all of them fit.
class DurationGroups {
 public:
  size_t size() const { return first_.size() - 1; }
  size_t count(size_t group) const { return first_[group + 1] - first_[group]; }
  // Calls `visit(durations)` with the durations of a group, a span of either integer type, and returns its
  // result.
  template <class Visit>
  auto of(size_t group, Visit visit) const {
    return wide_ ? visit(std::span<const int64_t>(wide_.get() + first_[group], count(group)))
                 : visit(std::span<const uint32_t>(narrow_.get() + first_[group], count(group)));
  }

 private:
  template <class Each>
  friend DurationGroups grouped_durations(size_t groups, size_t events, Each each);

  std::vector<size_t> first_;  // offset of each group; one element more than there are groups
  // Only one of the two is allocated. It is not zeroed, so that each core touches first the pages that it
  // fills.
  std::unique_ptr<uint32_t[]> narrow_;
  std::unique_ptr<int64_t[]> wide_;
};

// Sorts events by group with a counting sort: two passes over chunks of the events, where each chunk writes
// to its own places. `each(from, to, visit)` calls `visit(group, duration)` for the relevant events of [from,
// to). Several threads call it at once, and each chunk is visited twice.
template <class Each>
DurationGroups grouped_durations(size_t groups, size_t events, Each each) {
  constexpr size_t kMinPiece = 1 << 16;
  const size_t pieces = std::clamp<size_t>(events / kMinPiece, 1, usable_cores() * 4);
  const auto begin_of = [&](size_t piece) { return events * piece / pieces; };
  // First the counts, then the position of the next duration; by chunk and group.
  std::vector<std::vector<size_t>> next(pieces, std::vector<size_t>(groups, 0));
  std::vector<int64_t> all_bits(pieces, 0);
  parallel_for(usable_cores(), pieces, [&](size_t piece) {
    int64_t bits = 0;
    each(begin_of(piece), begin_of(piece + 1),
         [&counts = next[piece], &bits](size_t group, int64_t duration) {
           ++counts[group];
           bits |= duration;
         });
    all_bits[piece] = bits;
  });
  DurationGroups grouped;
  size_t place = 0;
  for (size_t group = 0; group < groups; ++group) {
    grouped.first_.push_back(place);
    for (auto& of_piece : next) place += std::exchange(of_piece[group], place);
  }
  grouped.first_.push_back(place);
  const auto fill = [&](auto& durations) {
    using Value = std::remove_reference_t<decltype(durations[0])>;
    durations = std::make_unique_for_overwrite<Value[]>(place);
    parallel_for(usable_cores(), pieces, [&](size_t piece) {
      each(begin_of(piece), begin_of(piece + 1),
           [into = durations.get(), &places = next[piece]](size_t group, int64_t duration) {
             into[places[group]++] = static_cast<Value>(duration);
           });
    });
  };
  const bool fit = std::ranges::all_of(all_bits, [](int64_t bits) { return bits == (bits & UINT32_MAX); });
  fit ? fill(grouped.narrow_) : fill(grouped.wide_);
  return grouped;
}

// The stats of each group, computed on all cores.
std::vector<DurationStats> stats_of_groups(const DurationGroups& groups);

}  // namespace nsys_ai
