// Puts the events of a table in order of time, and keeps one of rows that are equal in every column.
//
// Exports write nearly all rows in order of start, and some tools ranges in order of end, but they promise no
// order. Once events are in an order that is made of their content, no answer depends on the numbers of rows,
// and equal rows stand side by side. Only stretches of rows that are out of order are touched.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// The rows of a part of a table that do not come after the row before them, found while the part is read.
class Latecomers {
 public:
  [[gnu::always_inline]] void add(int64_t time) {
    if (time <= last_) [[unlikely]]
      add_late();
    last_ = time;
    ++size_;
  }
  uint32_t size() const { return size_; }
  // All rows count where most are late.
  size_t count() const { return are_most_ ? size_ : rows_.size(); }
  // Calls `visit(row)` in order.
  template <class Visit>
  void each(Visit visit) const {
    if (are_most_)
      for (uint32_t row = 0; row < size_; ++row) visit(row);
    else
      for (const uint32_t row : rows_) visit(row);
  }

 private:
  [[gnu::noinline]] void add_late() {
    constexpr uint32_t kFew = 1024;
    if (are_most_) return;
    rows_.push_back(size_);
    are_most_ = rows_.size() > kFew + size_ / 3;
    if (are_most_) rows_ = {};
  }

  std::vector<uint32_t> rows_;
  uint32_t size_ = 0;
  bool are_most_ = false;
  int64_t last_ = INT64_MIN;
};

enum class TimeOrder : uint8_t { by_start, by_end };

// The time by which an event takes its place: of one that never ends always its start.
inline int64_t place_in(TimeOrder order, const Interval& event) {
  return order == TimeOrder::by_start || event.end == Spans::kOpen ? event.start : event.end;
}

// Sorts by time; of equal times all columns decide, the longer event first. Returns how many rows were left
// out. `late` ascends and has all rows that do not come after the row before them, maybe others.
template <class Family>
size_t put_in_time_order(Family& family, TimeOrder by, const std::vector<uint32_t>& late, const Names& names);

extern template size_t put_in_time_order(Kernels&, TimeOrder, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Copies&, TimeOrder, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Memsets&, TimeOrder, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(GraphRuns&, TimeOrder, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Calls&, TimeOrder, const std::vector<uint32_t>&, const Names&);
extern template size_t put_in_time_order(Nvtx&, TimeOrder, const std::vector<uint32_t>&, const Names&);

}  // namespace nsys_ai
