// The merging of one row: what is shorter than a pixel goes with what begins in the same pixel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "trace/event.h"

namespace nsys_ai::perfetto {

// Where the pixel that holds `time` begins and ends; pixels count from time 0 and are the same for all rows.
inline int64_t start_of_pixel(int64_t time, int64_t pixel) {
  const int64_t into = time % pixel;
  int64_t start = 0;
  return __builtin_sub_overflow(time, into < 0 ? into + pixel : into, &start) ? INT64_MIN : start;
}
inline int64_t end_of_pixel(int64_t time, int64_t pixel) {
  int64_t end = 0;
  return __builtin_add_overflow(start_of_pixel(time, pixel), pixel, &end) ? INT64_MAX : end;
}

// Takes the events of one row by start and hands them on by start, each with its number. An event at least as
// long as a pixel stays as it is, and so does one that is alone in its pixel; all others are handed on as the
// first of those that begin in one pixel, with how many they are.
//
// What is handed on for a pixel depends on the events that touch it or the pixel before, and on nothing else:
// so a part of a row is merged as it is in the whole. One thread only.
class RowMerger {
 public:
  // `pixel` is above 0, and the same each time.
  template <class Emit>
  void add(const Event& event, uint64_t number, int64_t pixel, Emit emit) {
    if (merged_ && event.time.start >= due_) complete(due_, emit);
    // Neighbours inside and outside of a longer event do not belong together.
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
      number_ = number;
      due_ = end_of_pixel(event.time.start, pixel);
    }
    join({.time = event.time, .mixed = event.kind != merged_->kind, .covered = covered},
         std::max(covered_to_, event.time.end));
  }

  // Those that begin in the pixel of what is merged, and before anything that parts them from it: how many
  // they are, when the last one ends, and what they cover beyond what was covered.
  void join(const Event& others, int64_t covered_to) {
    merged_->count += others.count;
    merged_->covered += others.covered;
    merged_->mixed |= others.mixed;
    merged_->time.end = std::max(merged_->time.end, others.time.end);
    covered_to_ = covered_to;
  }

  // What was merged goes out, and ends before `until` unless it is a single event.
  template <class Emit>
  void complete(int64_t until, Emit emit) {
    if (!merged_) return;
    if (merged_->count > 1)
      merged_->time.end = std::max(merged_->time.start, std::min(merged_->time.end, until));
    const Event event = *merged_;
    merged_.reset();
    emit(event, number_);
  }
  // After the last one.
  template <class Emit>
  void finish(Emit emit) {
    complete(due_, emit);
  }

  // Of what is merged and not handed on: the end of its pixel, and the number of its first event.
  bool has_merged() const { return merged_.has_value(); }
  int64_t due() const { return due_; }
  uint64_t number() const { return number_; }
  // When the innermost event ends that is around what comes; how far all that began reach.
  int64_t next_end() const { return open_ends_.empty() ? INT64_MAX : open_ends_.back(); }
  int64_t covered_to() const { return covered_to_; }

 private:
  std::optional<Event> merged_;
  int64_t due_ = 0;
  uint64_t number_ = 0;
  int64_t covered_to_ = INT64_MIN;  // how far the union of all that began on this row reaches
  std::vector<int64_t> open_ends_;  // of events that were not merged, outermost first
};

}  // namespace nsys_ai::perfetto
