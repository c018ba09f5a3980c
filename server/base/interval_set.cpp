// Linear sweeps over sorted intervals.
#include "base/interval_set.h"

#include <iterator>
#include <utility>

namespace nsys_ai {

IntervalSet IntervalSet::union_of(std::vector<Interval> intervals) {
  std::erase_if(intervals, [](const Interval& i) { return i.empty(); });
  if (!std::is_sorted(intervals.begin(), intervals.end())) std::sort(intervals.begin(), intervals.end());
  IntervalSet set;
  for (const Interval& next : intervals) {
    if (!set.intervals_.empty() && next.start <= set.intervals_.back().end)
      set.intervals_.back().end = std::max(set.intervals_.back().end, next.end);
    else
      set.intervals_.push_back(next);
  }
  return set;
}

int64_t IntervalSet::total() const {
  int64_t sum = 0;
  for (const Interval& i : intervals_) sum += i.duration();
  return sum;
}

Interval IntervalSet::span() const {
  if (intervals_.empty()) return {};
  return {intervals_.front().start, intervals_.back().end};
}

std::vector<Interval> IntervalSet::gaps() const {
  std::vector<Interval> gaps;
  for (size_t i = 1; i < intervals_.size(); ++i) gaps.push_back({intervals_[i - 1].end, intervals_[i].start});
  return gaps;
}

std::span<const Interval> IntervalSet::overlapping_intervals(Interval interval) const {
  const auto first = std::partition_point(intervals_.begin(), intervals_.end(),
                                          [&](const Interval& of) { return of.end <= interval.start; });
  const auto last = std::partition_point(first, intervals_.end(),
                                         [&](const Interval& of) { return of.start < interval.end; });
  return {first, last};
}

IntervalSet unite(const IntervalSet& a, const IntervalSet& b) {
  std::vector<Interval> both;
  both.reserve(a.intervals_.size() + b.intervals_.size());
  std::merge(a.intervals_.begin(), a.intervals_.end(), b.intervals_.begin(), b.intervals_.end(),
             std::back_inserter(both));
  return IntervalSet::union_of(std::move(both));
}

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet set;
  size_t i = 0;
  size_t j = 0;
  while (i < a.intervals_.size() && j < b.intervals_.size()) {
    const Interval common = intersect(a.intervals_[i], b.intervals_[j]);
    if (!common.empty()) set.intervals_.push_back(common);
    if (a.intervals_[i].end < b.intervals_[j].end)
      ++i;
    else
      ++j;
  }
  return set;
}

}  // namespace nsys_ai
