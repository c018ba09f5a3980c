// A delay line of two pixels, after which all that begins in one pixel is known.
#include "trace/merge.h"

#include <algorithm>
#include <utility>

namespace nsys_ai::inline trace::perfetto {
namespace {

// Where the pixel that holds `time` ends; pixels are the same for all rows.
int64_t end_of_pixel(int64_t time, int64_t pixel) {
  const int64_t into = ((time % pixel) + pixel) % pixel;
  int64_t end = 0;
  return __builtin_add_overflow(time, pixel - into, &end) ? INT64_MAX : end;
}

}  // namespace

Merger::Merger(const Recorded& recorded, int64_t pixel, EmitEvent emit)
    : recorded_(recorded), pixel_(pixel), emit_(std::move(emit)) {
  const Profile& profile = recorded.profile;
  if (pixel_ > 0)
    rows_.resize(profile.streams().size() + 3 * profile.threads().size() + profile.processes().size() +
                 kAnalysisRows * profile.devices().size() +
                 (recorded.os_calls ? recorded.os_calls->threads.size() : 0));
}

void Merger::append(const Event& event) {
  if (pixel_ <= 0) return emit_(event);
  settle_before(event.time.start);
  add(event);
  // What still waits in a row began less than a pixel before.
  emit_until(event.time.start - pixel_);
}

void Merger::finish() {
  settle_before(INT64_MAX);
  emit_until(INT64_MAX);
}

void Merger::emit_until(int64_t time) {
  for (; !ready_.empty() && ready_.top().event.time.start <= time; ready_.pop()) emit_(ready_.top().event);
}

void Merger::add(const Event& event) {
  const size_t at = row_of(event);
  Row& row = rows_[at];
  // Neighbours inside and outside of a longer range do not belong together.
  while (!row.open_ends.empty() && row.open_ends.back() <= event.time.start) {
    settle(at, row.open_ends.back());
    row.open_ends.pop_back();
  }
  const uint64_t number = appended_++;
  if (event.time.duration() >= pixel_) {
    settle(at, event.time.start);
    row.open_ends.push_back(event.time.end);
    ready_.push({event, number});
    return;
  }
  const int64_t covered = std::max<int64_t>(0, event.time.end - std::max(event.time.start, row.covered_to));
  row.covered_to = std::max(row.covered_to, event.time.end);
  if (!row.merged) {
    row.merged = event;
    row.merged->count = 0;
    row.number = number;
    due_.push({end_of_pixel(event.time.start, pixel_), at, number});
  }
  ++row.merged->count;
  row.merged->covered += covered;
  row.merged->mixed |= event.kind != row.merged->kind;
  row.merged->time.end = std::max(row.merged->time.end, event.time.end);
}

// What was merged on the row goes out, and ends before `until` unless it is a single event.
void Merger::settle(size_t at, int64_t until) {
  Row& row = rows_[at];
  if (!row.merged) return;
  if (row.merged->count > 1)
    row.merged->time.end = std::max(row.merged->time.start, std::min(row.merged->time.end, until));
  ready_.push({*row.merged, row.number});
  row.merged.reset();
}

void Merger::settle_before(int64_t time) {
  while (!due_.empty() && due_.top().end <= time) {
    const Due due = due_.top();
    due_.pop();
    // It may have gone out before, and another have taken its place.
    if (rows_[due.row].merged && rows_[due.row].number == due.number) settle(due.row, due.end);
  }
}

size_t Merger::row_of(const Event& event) const {
  const Profile& profile = recorded_.profile;
  const Nvtx& nvtx = profile.nvtx();
  if (is_operation(event.kind)) return operations_of(profile, event.kind).stream[event.at];
  const size_t ranges = profile.streams().size();
  const size_t marks = ranges + profile.threads().size();
  const size_t calls = marks + profile.threads().size();
  const size_t start_ends = calls + profile.threads().size();
  const size_t analyses = start_ends + profile.processes().size();
  switch (event.kind) {
    case EventKind::range:
      return ranges + nvtx.thread[event.at];
    case EventKind::mark:
      return marks + nvtx.thread[event.at];
    case EventKind::call:
      return calls + profile.calls().thread[event.at];
    case EventKind::start_end:
      return start_ends + profile.threads()[nvtx.thread[event.at]].process;
    case EventKind::os_call:
      return analyses + kAnalysisRows * profile.devices().size() + recorded_.os_calls->thread[event.at];
    default:
      return analyses + kAnalysisRows * event.device + analysis_row(event.kind);
  }
}

}  // namespace nsys_ai::inline trace::perfetto
