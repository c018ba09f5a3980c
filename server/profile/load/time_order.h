// Puts the events of a table in order of time, and keeps one of rows that are equal in every column.
//
// Exports write nearly all rows in order of start, but promise no order. Once events are in an order that is
// made of their content, no answer depends on the numbers of rows, and equal rows stand side by side. Only
// stretches of rows that are out of order are touched.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// The rows of a part of a table that do not start after the row before them, found while the part is read.
class Latecomers {
 public:
  [[gnu::always_inline]] void add(int64_t start) {
    if (start <= last_) [[unlikely]]
      rows_.push_back(size_);
    last_ = start;
    ++size_;
  }
  uint32_t size() const { return size_; }
  const std::vector<uint32_t>& rows() const { return rows_; }

 private:
  std::vector<uint32_t> rows_;
  uint32_t size_ = 0;
  int64_t last_ = INT64_MIN;
};

// Sorts by start; of equal starts the longer event comes first, then all other columns decide. Returns how
// many rows were left out. `late` ascends and has all rows that do not start after the row before them, maybe
// others.
template <class Family>
size_t put_in_time_order(Family& family, const std::vector<uint32_t>& late, const Names& names);

extern template size_t put_in_time_order(Kernels&, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Copies&, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Memsets&, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(GraphRuns&, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Calls&, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Nvtx&, const std::vector<uint32_t>&, const Names&);

}  // namespace nsys_ai
