// Sorts a nearly sorted range, like the events of a file, which are in order of their end or interleaved from
// several streams.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace nsys_ai {

// Sorts by `less`, a strict order. It takes out elements that are smaller than an earlier one, sorts them
// separately and merges them back; if they are the majority, it sorts the range normally.
template <class Iterator, class Less>
void sort_nearly_sorted(Iterator begin, Iterator end, Less less) {
  Iterator kept = std::is_sorted_until(begin, end, less);
  if (kept == end) return;
  using Difference = typename std::iterator_traits<Iterator>::difference_type;
  const Difference most = (end - begin) / 2;
  std::vector<typename std::iterator_traits<Iterator>::value_type> late;
  for (Iterator at = kept; at != end; ++at) {
    if (!less(*at, *(kept - 1)))
      *kept++ = *at;
    else if (static_cast<Difference>(late.size()) < most)
      late.push_back(*at);
    else {
      std::copy(late.begin(), late.end(), kept);
      std::sort(begin, end, less);
      return;
    }
  }
  sort_nearly_sorted(late.begin(), late.end(), less);
  Iterator out = end;
  for (; !late.empty(); late.pop_back()) {
    for (; kept != begin && less(late.back(), *(kept - 1)); --kept) *--out = *(kept - 1);
    *--out = late.back();
  }
}

}  // namespace nsys_ai
