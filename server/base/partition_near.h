// Finds where a predicate becomes false, in steps that double from a place near it.
#pragma once

#include <algorithm>
#include <cstddef>

namespace nsys_ai {

// The index of the first value that `holds` is false for, of values that it holds for first and then no more.
// O(log distance) from `near`, which is at most the size.
template <class Values, class Holds>
size_t partition_near(const Values& values, size_t near, Holds holds) {
  size_t from = near;         // all before it hold
  size_t to = values.size();  // none from here on does
  if (near < values.size() && holds(values[near])) {
    for (size_t step = 1; from < to; step *= 2) {
      const size_t at = std::min(from + step, to) - 1;
      if (!holds(values[at])) {
        to = at;
        break;
      }
      from = at + 1;
    }
  } else {
    to = near;
    from = 0;
    for (size_t step = 1; to > 0; step *= 2) {
      const size_t at = to - std::min(step, to);
      if (holds(values[at])) {
        from = at + 1;
        break;
      }
      to = at;
    }
  }
  const auto begin = values.begin();
  return static_cast<size_t>(std::partition_point(begin + static_cast<std::ptrdiff_t>(from),
                                                  begin + static_cast<std::ptrdiff_t>(to), holds) -
                             begin);
}

}  // namespace nsys_ai
