// Durations in groups, and what describes a group: how many, how long together, and how they spread.
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

// The value at `fraction` of values, linearly interpolated between the two nearest ranks and rounded;
// `at(rank)` is the value that would stand there in sorted ones. There must be some.
template <class At>
int64_t interpolated(size_t values, double fraction, At at) {
  const double rank = fraction * static_cast<double>(values - 1);
  const auto below = static_cast<size_t>(rank);
  const int64_t low = at(below);
  const int64_t high = at(std::min(below + 1, values - 1));
  // The difference is interpolated, not the values, so that large times lose no digits.
  return low + std::llround((rank - static_cast<double>(below)) * static_cast<double>(high - low));
}

// Of sorted values.
inline int64_t percentile(std::span<const int64_t> sorted, double fraction) {
  return interpolated(sorted.size(), fraction, [&](size_t rank) { return sorted[rank]; });
}

// Percentiles of values in any order, which stay as they are. There must be some.
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
  std::vector<size_t> first_of_;  // by bucket: how many values are in those before it
  std::vector<Value> in_bucket_;  // what is in the bucket that was asked for last
  size_t bucket_ = SIZE_MAX;
};
extern template class Percentiles<int64_t>;
extern template class Percentiles<uint32_t>;

// All zero when there are none.
DurationStats duration_stats(std::span<const int64_t> durations);

// Durations of one group side by side, in half of the room where all of them fit there.
class DurationGroups {
 public:
  size_t size() const { return first_.size() - 1; }
  size_t count(size_t group) const { return first_[group + 1] - first_[group]; }
  // What `visit(durations)` returns for the durations of a group, a span of one kind of number or the other.
  template <class Visit>
  auto of(size_t group, Visit visit) const {
    return wide_ ? visit(std::span<const int64_t>(wide_.get() + first_[group], count(group)))
                 : visit(std::span<const uint32_t>(narrow_.get() + first_[group], count(group)));
  }

 private:
  template <class Each>
  friend DurationGroups grouped_durations(size_t groups, size_t events, Each each);

  std::vector<size_t> first_;  // by group, one more than there are groups
  // One of the two. Not filled with zeros, so that each core touches the pages that it fills.
  std::unique_ptr<uint32_t[]> narrow_;
  std::unique_ptr<int64_t[]> wide_;
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

// The stats of each group, on as many cores as there are.
std::vector<DurationStats> stats_of_groups(const DurationGroups& groups);

}  // namespace nsys_ai
