// Finds the periods of a sequence of kernel names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace nsys_ai {

// A split of a sequence into periods that begin with the same name.
struct Periods {
  std::vector<size_t> begins;
  size_t end = 0;           // of the last period
  size_t length = 0;        // most frequent number of names in a period
  std::vector<bool> alike;  // indexed by period: it contains the same names, as often, as most others do

  size_t size() const { return begins.size(); }
  size_t end_of(size_t period) const { return period + 1 < begins.size() ? begins[period + 1] : end; }
};

// Tries each name as the beginning of a period, the rarest first, so that the longest periods mostly come
// first, and visits the splits in which at least two periods are alike. The last period counts if it is
// complete. Names are small integers.
void each_periods(const std::vector<uint32_t>& sequence, const std::function<void(const Periods&)>& visit);

}  // namespace nsys_ai
