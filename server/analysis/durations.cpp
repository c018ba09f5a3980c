// Computes percentiles by counting instead of sorting: only the bucket with the wanted value is sorted.
#include "analysis/durations.h"

#include <bit>
#include <numeric>

namespace nsys_ai {
namespace {

// Buckets by distance from the smallest value: first of width one, then a 32nd of the distance wide.
constexpr size_t kFine = 32;
constexpr size_t kOfOneValue = 2 * kFine;
constexpr size_t kBuckets = kFine * 60;

size_t bucket_of(uint64_t distance) {
  constexpr int kBits = static_cast<int>(std::bit_width(kOfOneValue)) - 1;
  const int shift = std::max(0, static_cast<int>(std::bit_width(distance)) - kBits);
  return static_cast<size_t>(shift) * kFine + (distance >> shift);
}

uint64_t begin_of(size_t bucket) {
  return bucket < kFine ? bucket : (kFine + bucket % kFine) << (bucket / kFine - 1);
}

template <class Value>
DurationStats stats_of(std::span<const Value> durations) {
  DurationStats stats;
  if (durations.empty()) return stats;
  stats.calls = static_cast<int64_t>(durations.size());
  for (const Value duration : durations) stats.total += int64_t{duration};
  Sum rounded = stats.total;
  stats.average = (rounded += stats.calls / 2) / stats.calls;
  const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
  stats.min = *least;
  stats.max = *most;
  Percentiles percentiles(durations);
  stats.p50 = percentiles.at(0.5);
  stats.p90 = percentiles.at(0.9);
  return stats;
}

}  // namespace

template <class Value>
Percentiles<Value>::Percentiles(std::span<const Value> values)
    : values_(values), least_(*std::ranges::min_element(values)), first_of_(kBuckets + 1, 0) {
  for (const Value value : values) ++first_of_[bucket_of(distance_of(value)) + 1];
  std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
}

template <class Value>
int64_t Percentiles<Value>::at_rank(size_t rank) {
  const auto after = std::ranges::upper_bound(first_of_, rank);
  const auto bucket = static_cast<size_t>(after - first_of_.begin()) - 1;
  const uint64_t begin = begin_of(bucket);
  if (bucket < kOfOneValue) return int64_t{least_} + static_cast<int64_t>(begin);
  if (bucket != bucket_) {
    in_bucket_.clear();
    const uint64_t width = begin_of(bucket + 1) - begin;
    for (const Value value : values_)
      if (distance_of(value) - begin < width) in_bucket_.push_back(value);
    bucket_ = bucket;
  }
  const auto sought = in_bucket_.begin() + static_cast<ptrdiff_t>(rank - first_of_[bucket]);
  std::nth_element(in_bucket_.begin(), sought, in_bucket_.end());
  return *sought;
}

template class Percentiles<int64_t>;
template class Percentiles<uint32_t>;

DurationStats duration_stats(std::span<const int64_t> durations) { return stats_of(durations); }

std::vector<DurationStats> stats_of_groups(const DurationGroups& groups) {
  std::vector<DurationStats> all(groups.size());
  parallel_for(usable_cores(), all.size(), [&](size_t group) {
    all[group] = groups.of(group, [](auto durations) { return stats_of(durations); });
  });
  return all;
}

}  // namespace nsys_ai
