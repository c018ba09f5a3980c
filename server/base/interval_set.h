// Sets of half-open time intervals: unions, intersections and gaps, in linear sweeps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace nsys_ai {

// [start, end) in ns on the capture's clock.
struct Interval {
  int64_t start = 0;
  int64_t end = 0;

  int64_t duration() const { return end > start ? end - start : 0; }
  bool empty() const { return end <= start; }
  friend bool operator==(const Interval&, const Interval&) = default;
  friend auto operator<=>(const Interval&, const Interval&) = default;
};

inline Interval intersect(Interval a, Interval b) {
  return {std::max(a.start, b.start), std::min(a.end, b.end)};
}

// The smallest interval that contains both; either may be empty.
inline Interval hull(Interval a, Interval b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.start, b.start), std::max(a.end, b.end)};
}

// The time that an event occupies: at least the nanosecond in which it begins, so that a window that ends
// with a zero-length event contains it.
inline Interval occupied_time(Interval event) { return {event.start, std::max(event.end, event.start + 1)}; }

// Invariant: sorted, disjoint, not adjacent, none empty. Immutable.
class IntervalSet {
 public:
  IntervalSet() = default;
  // Sorts and merges; drops empty intervals.
  static IntervalSet union_of(std::vector<Interval> intervals);

  std::span<const Interval> intervals() const { return intervals_; }
  bool empty() const { return intervals_.empty(); }
  int64_t total() const;
  // First start to last end; empty for an empty set.
  Interval span() const;
  // The gaps between the intervals.
  std::vector<Interval> gaps() const;
  // The intervals that overlap an interval.
  std::span<const Interval> overlapping_intervals(Interval interval) const;
  // Splits an interval at the set's bounds: calls `visit(part, whether the set contains it)` in order of
  // time.
  template <class Visit>
  void split(Interval interval, Visit visit) const {
    int64_t at = interval.start;
    for (const Interval& of : overlapping_intervals(interval)) {
      const Interval part{std::max(of.start, interval.start), std::min(of.end, interval.end)};
      if (part.start > at) visit(Interval{at, part.start}, false);
      visit(part, true);
      at = part.end;
    }
    if (at < interval.end) visit(Interval{at, interval.end}, false);
  }

  friend IntervalSet unite(const IntervalSet& a, const IntervalSet& b);
  friend IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);

 private:
  std::vector<Interval> intervals_;
};

}  // namespace nsys_ai
