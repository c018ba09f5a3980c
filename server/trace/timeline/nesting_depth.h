// Computes how deeply the events of a row nest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai::perfetto {

// Events arrive by start; one that crosses another counts as its sibling. For one thread.
class NestingDepth {
 public:
  void add(Interval time) {
    while (!ends_.empty() && ends_.back() <= time.start) ends_.pop_back();
    if (!ends_.empty() && ends_.back() < time.end) return;
    ends_.push_back(time.end);
    deepest_ = std::max(deepest_, ends_.size());
  }
  size_t deepest() const { return deepest_; }

 private:
  std::vector<int64_t> ends_;  // ends of open events, outermost first
  size_t deepest_ = 0;
};

}  // namespace nsys_ai::perfetto
