// Sorts a large vector on all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"

namespace nsys_ai {

// Sorts shares of the vector at the same time, then merges them in pairs. Not stable.
template <class T, class Less>
void sort_on_all_cores(std::vector<T>& values, Less less) {
  constexpr size_t kWorthAShare = 1 << 16;
  size_t shares = 1;
  while (shares < usable_cores() && values.size() / (2 * shares) >= kWorthAShare) shares *= 2;
  const auto at = [&](size_t share) {
    return values.begin() + static_cast<std::ptrdiff_t>(values.size() * share / shares);
  };
  parallel_for(shares, shares, [&](size_t share) { std::sort(at(share), at(share + 1), less); });
  for (size_t width = 1; width < shares; width *= 2)
    parallel_for(shares, shares / (2 * width), [&](size_t pair) {
      const size_t first = pair * 2 * width;
      std::inplace_merge(at(first), at(first + width), at(first + 2 * width), less);
    });
}

}  // namespace nsys_ai
