// Where a sequence of kernel names repeats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace nsys_ai {

// A way to see a sequence as periods that begin with one name.
struct Periods {
  std::vector<size_t> begins;
  size_t end = 0;           // of the last one
  size_t length = 0;        // of most of them
  std::vector<bool> alike;  // by period: whether it holds the same names as most others, as often

  size_t size() const { return begins.size(); }
  size_t end_of(size_t period) const { return period + 1 < begins.size() ? begins[period + 1] : end; }
};

// Tries each name as the beginning of a period, the rarest first, so that the longest periods mostly come
// first, and visits the ways in which at least two periods are alike. The last period counts when it is
// whole. Names are small numbers.
void each_periods(const std::vector<uint32_t>& sequence, const std::function<void(const Periods&)>& visit);

}  // namespace nsys_ai
