// Lists the recorded events of some rows, each row in time order, for merging row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/work.h"
#include "profile/order.h"
#include "trace/event.h"
#include "trace/timeline/merge_rows.h"

namespace nsys_ai::perfetto {

// Lists rows one section at a time, so that memory use is little more than four bytes per event of one
// section.
class RowEvents {
 public:
  enum class Section : uint8_t { operations, nvtx, calls, os_calls, others };

  // Lists `wanted` rows, by number; includes unclipped events that overlap the given time.
  RowEvents(const Recorded& recorded, const MergeRows& rows, Section section, const std::vector<bool>& wanted,
            std::optional<Interval> time, const Work& work);
  RowEvents(const RowEvents&) = delete;
  RowEvents& operator=(const RowEvents&) = delete;

  // Rows of the section with events.
  const std::vector<size_t>& rows() const { return listed_; }
  size_t size(size_t row) const { return list(row).size(); }
  size_t size() const { return size_; }

  // Calls `visit` with each event of a row by start, until it returns false; equal starts are in trace order
  // (trace/events.h). Several rows may be visited at the same time.
  template <class Take>
  void each(size_t row, Take visit) {
    order(row);
    for (const uint32_t number : list(row))
      if (!visit(event(row, number))) return;
  }

 private:
  // Rows of a family, or operation numbers, that are the events of a row.
  struct Piece {
    const uint32_t* numbers;  // null: `first` and the following ones
    size_t first;
    size_t count;
  };

  bool is_lent() const { return section_ == Section::nvtx && !time_; }
  std::vector<Piece> pieces() const;
  std::vector<Piece> operation_pieces() const;
  void distribute(const std::vector<Piece>& pieces, const Work& work);
  // kNowhere where it is not shown.
  size_t row_of(uint32_t number) const;
  size_t nvtx_row_of(uint32_t at) const;
  void borrow_forest();
  Event event(size_t row, uint32_t number) const;
  bool is_sorted(size_t row) const;
  void order(size_t row);
  std::span<const uint32_t> list(size_t row) const { return own_[row].empty() ? lent_[row] : own_[row]; }

  const Recorded& recorded_;
  const MergeRows& rows_;
  Section section_;
  const std::vector<bool>& wanted_;
  std::optional<Interval> time_;
  OperationNumbers operations_;
  std::vector<uint32_t> numbers_;             // row by row
  std::deque<std::vector<uint32_t>> joined_;  // borrowed and own numbers combined, for rows with both
  std::vector<std::span<uint32_t>> own_;      // indexed by row
  // Indexed by row: ranges of the entire run, in the order of the forest.
  std::vector<std::span<const uint32_t>> lent_;
  std::vector<size_t> listed_;
  size_t size_ = 0;
};

}  // namespace nsys_ai::perfetto
