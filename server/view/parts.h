// Totals of events by key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/sum.h"

namespace nsys_ai {

struct CallTotals {
  int64_t calls = 0;
  Sum time{};  // ns
};

// Sorted by time, largest first, then by key.
template <class Key>
std::vector<std::pair<Key, CallTotals>> by_time(const std::map<Key, CallTotals>& parts) {
  std::vector<std::pair<Key, CallTotals>> sorted(parts.begin(), parts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return int64_t{a.second.time} > int64_t{b.second.time};
  });
  return sorted;
}

}  // namespace nsys_ai
