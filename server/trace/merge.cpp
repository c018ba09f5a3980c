// A delay of two pixels, after which all events that begin in a pixel are known.
#include "trace/merge.h"

#include <utility>

namespace nsys_ai::perfetto {

Merger::Merger(const Recorded& recorded, int64_t pixel, EmitEvent emit)
    : pixel_(pixel), emit_(std::move(emit)), places_(recorded) {}

RowMerger& Merger::row(size_t at) {
  if (rows_.empty()) first_row_ = at;
  for (; at < first_row_; --first_row_) rows_.emplace_front();
  if (at >= first_row_ + rows_.size()) rows_.resize(at - first_row_ + 1);
  return rows_[at - first_row_];
}

void Merger::append(const Event& event) {
  if (pixel_ <= 0) return emit_(event);
  complete_before(event.time.start);
  const size_t at = places_.row_of(event);
  RowMerger& row = this->row(at);
  const uint64_t number = appended_++;
  row.add(event, number, pixel_, [&](const Event& of, uint64_t first) { ready_.push({of, first}); });
  if (row.has_merged() && row.number() == number) due_.push({row.due(), at, number});
  // Events waiting in a row began less than a pixel ago.
  emit_until(event.time.start - pixel_);
}

void Merger::finish() {
  complete_before(INT64_MAX);
  emit_until(INT64_MAX);
}

void Merger::emit_until(int64_t time) {
  for (; !ready_.empty() && ready_.top().event.time.start <= time; ready_.pop()) emit_(ready_.top().event);
}

void Merger::complete_before(int64_t time) {
  while (!due_.empty() && due_.top().end <= time) {
    const Due due = due_.top();
    due_.pop();
    RowMerger& row = this->row(due.row);
    // The event may have been emitted already and replaced by another one.
    if (row.has_merged() && row.number() == due.number)
      row.complete(due.end, [&](const Event& of, uint64_t first) { ready_.push({of, first}); });
  }
}

}  // namespace nsys_ai::perfetto
