// How deep the events of a row lie in each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/interval_set.h"

namespace nsys_ai::perfetto {

// Takes events by start; one that crosses another lies beside it. One thread only.
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
  std::vector<int64_t> ends_;  // of what is open, outermost first
  size_t deepest_ = 0;
};

}  // namespace nsys_ai::perfetto
