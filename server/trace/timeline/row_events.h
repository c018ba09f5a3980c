// The recorded events of some rows, each row in order of time, for those who merge row by row.
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

// Rows are listed a section at a time, so that little more than four bytes an event of one section is kept.
class RowEvents {
 public:
  enum class Section : uint8_t { operations, nvtx, calls, os_calls };

  // Of `wanted` rows, by number, and of the time that is given: whatever touches it, not cut.
  RowEvents(const Recorded& recorded, const MergeRows& rows, Section section, const std::vector<bool>& wanted,
            std::optional<Interval> time, const Work& work);
  RowEvents(const RowEvents&) = delete;
  RowEvents& operator=(const RowEvents&) = delete;

  // Rows of the section that have any.
  const std::vector<size_t>& rows() const { return listed_; }
  size_t size(size_t row) const { return list(row).size(); }
  size_t size() const { return size_; }

  // Calls `visit` with each event of a row: by start; of those with one start as a trace has them
  // (trace/events.h), until it says false. Rows may be walked at the same time.
  template <class Take>
  void each(size_t row, Take visit) {
    order(row);
    for (const uint32_t number : list(row))
      if (!visit(event(row, number))) return;
  }

 private:
  // Rows of a family, or numbers of operations, of which the events are.
  struct Piece {
    const uint32_t* numbers;  // null: `first` and those behind it
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
  std::vector<uint32_t> numbers_;                // row after row
  std::deque<std::vector<uint32_t>> joined_;     // what is lent and what is not, of rows that have both
  std::vector<std::span<uint32_t>> own_;         // by row
  std::vector<std::span<const uint32_t>> lent_;  // by row: ranges of the whole run, as the forest has them
  std::vector<size_t> listed_;
  size_t size_ = 0;
};

}  // namespace nsys_ai::perfetto
