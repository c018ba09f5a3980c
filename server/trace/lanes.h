// Distributes overlapping intervals over as many lanes as needed, so that the slices of one track nest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai::perfetto {

// `flat`: intervals of a lane do not overlap. `nested`: of two that overlap, one contains the other.
enum class Overlap { flat, nested };

// More rows than anyone reads; it limits the search in a malicious file where all events overlap.
constexpr size_t kMaxLanes = 1000;

// Stores the ends of open intervals on each lane, outermost first and therefore not ascending. For one
// thread.
class Lanes {
 public:
  explicit Lanes(Overlap overlap) : overlap_(overlap) {}

  // The lowest lane with room for `interval`; empty when there is none. Intervals arrive in order of start;
  // with nesting, the outer of two with the same start comes first.
  std::optional<size_t> place(Interval interval) {
    size_t lane = 0;
    while (lane < open_.size() && !fits(open_[lane], interval)) ++lane;
    if (lane == kMaxLanes) return std::nullopt;
    if (lane == open_.size()) open_.emplace_back();
    open_[lane].push_back(interval.end);
    return lane;
  }

 private:
  bool fits(std::vector<int64_t>& ends, Interval interval) const {
    while (!ends.empty() && ends.back() <= interval.start) ends.pop_back();
    return ends.empty() || (overlap_ == Overlap::nested && ends.back() >= interval.end);
  }

  Overlap overlap_;
  std::vector<std::vector<int64_t>> open_;
};

}  // namespace nsys_ai::perfetto
