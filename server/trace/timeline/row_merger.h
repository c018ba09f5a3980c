// Merges one row: events shorter than a pixel are combined with others that begin in the same pixel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// The start of the pixel that contains `time`; pixels count from time 0 and are the same for all rows.
inline int64_t start_of_pixel(int64_t time, int64_t pixel) {
  const int64_t into = time % pixel;
  int64_t start = 0;
  return __builtin_sub_overflow(time, into < 0 ? into + pixel : into, &start) ? INT64_MIN : start;
}
inline int64_t end_of_pixel(int64_t time, int64_t pixel) {
  int64_t end = 0;
  return __builtin_add_overflow(start_of_pixel(time, pixel), pixel, &end) ? INT64_MAX : end;
}

// Receives the events of one row by start and emits them by start, each with its number. An event at least as
// long as a pixel is emitted unchanged, and so is a single event in its pixel; all others are emitted as the
// longest event of their pixel, with their count.
//
// The output for a pixel depends only on the events that overlap it or the previous pixel, so a part of a row
// is merged exactly as in the full row. For one thread.
class RowMerger {
 public:
  // `pixel` is above 0 and must not change.
  template <class Emit>
  void add(const Event& event, uint64_t number, int64_t pixel, Emit emit) {
    if (merged_ && event.time.start >= due_) complete(due_, emit);
    // Events inside and outside a longer event are not merged with each other.
    while (!open_ends_.empty() && open_ends_.back() <= event.time.start) {
      complete(open_ends_.back(), emit);
      open_ends_.pop_back();
    }
    if (event.time.duration() >= pixel) {
      complete(event.time.start, emit);
      open_ends_.push_back(event.time.end);
      emit(event, number);
      return;
    }
    const int64_t covered = std::max<int64_t>(0, event.time.end - std::max(event.time.start, covered_to_));
    if (!merged_) {
      merged_ = event;
      merged_->count = 0;
      merged_->longest = -1;
      number_ = number;
      due_ = end_of_pixel(event.time.start, pixel);
    }
    join({.kind = event.kind,
          .at = event.at,
          .time = event.time,
          .mixed = event.kind != merged_->kind,
          .covered = covered,
          .longest = event.time.duration()},
         std::max(covered_to_, event.time.end));
  }

  // Adds events that begin in the pixel of the merged ones, with no longer event between: their count, the
  // longest of them, their latest end, and the additional time that they cover.
  void join(const Event& others, int64_t covered_to) {
    merged_->count += others.count;
    merged_->covered += others.covered;
    merged_->mixed |= others.mixed;
    if (others.longest > merged_->longest) {
      merged_->kind = others.kind;
      merged_->at = others.at;
      merged_->longest = others.longest;
    }
    merged_->time.end = std::max(merged_->time.end, others.time.end);
    covered_to_ = covered_to;
  }

  // Emits the merged event, which ends before `until` unless it is a single event.
  template <class Emit>
  void complete(int64_t until, Emit emit) {
    if (!merged_) return;
    if (merged_->count > 1)
      merged_->time.end = std::max(merged_->time.start, std::min(merged_->time.end, until));
    const Event event = *merged_;
    merged_.reset();
    emit(event, number_);
  }
  // Call after the last event.
  template <class Emit>
  void finish(Emit emit) {
    complete(due_, emit);
  }

  // The merged event that is not emitted yet: the end of its pixel, and the number of its first event.
  bool has_merged() const { return merged_.has_value(); }
  int64_t due() const { return due_; }
  uint64_t number() const { return number_; }
  // The end of the innermost event around the next one, and the latest end of all events so far.
  int64_t next_end() const { return open_ends_.empty() ? INT64_MAX : open_ends_.back(); }
  int64_t covered_to() const { return covered_to_; }

 private:
  std::optional<Event> merged_;
  int64_t due_ = 0;
  uint64_t number_ = 0;
  int64_t covered_to_ = INT64_MIN;  // end of the union of all events so far on this row
  std::vector<int64_t> open_ends_;  // ends of events that were not merged, outermost first
};

}  // namespace nsys_ai::perfetto
