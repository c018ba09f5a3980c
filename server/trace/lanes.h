// Spreads overlapping intervals over as many lanes as they need, so that the slices of one track nest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai::perfetto {

// `flat`: nothing of a lane overlaps. `nested`: of two that overlap, one contains the other.
enum class Overlap { flat, nested };

// Nobody reads more rows than this, and a file crafted to overlap everywhere must not cost a search of all
// lanes.
constexpr size_t kMaxLanes = 1000;

// Holds the ends of what is open on each lane, outermost first; each lane's ends never rise inwards.
// One thread only.
class Lanes {
 public:
  explicit Lanes(Overlap overlap) : overlap_(overlap) {}

  // The lowest lane that can take `interval`; nothing when all of them are taken. Intervals come in order of
  // start; where nesting is meant, the outer of two with the same start comes first.
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
