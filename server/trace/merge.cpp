// A delay line of two pixels, behind which all that begins in one pixel is known.
#include "trace/merge.h"

#include <algorithm>

namespace nsys_ai::perfetto {
namespace {

constexpr size_t kStretchRows = 3;

// Where the pixel that holds `time` ends; pixels are the same for all rows.
int64_t end_of_pixel(int64_t time, int64_t pixel) {
  const int64_t into = ((time % pixel) + pixel) % pixel;
  int64_t end = 0;
  return __builtin_add_overflow(time, pixel - into, &end) ? INT64_MAX : end;
}

}  // namespace

Merger::Merger(const Profile& profile, const Stretches& stretches, Events& events, int64_t pixel)
    : profile_(profile), stretches_(stretches), events_(events), pixel_(pixel) {
  rows_.resize(profile.streams().size() + 3 * profile.threads().size() + profile.processes().size() +
               kStretchRows * profile.devices().size());
}

std::optional<Event> Merger::next() {
  if (pixel_ <= 0) return events_.next();
  // What still waits in a row began less than a pixel before the event that was taken last.
  while (!ended_ && (ready_.empty() || ready_.top().event.time.start > now_ - pixel_)) {
    const auto event = events_.next();
    if (event) {
      settle_before(event->time.start);
      now_ = event->time.start;
      take(*event);
    } else {
      ended_ = true;
      settle_before(INT64_MAX);
    }
  }
  if (ready_.empty()) return std::nullopt;
  const Event event = ready_.top().event;
  ready_.pop();
  return event;
}

void Merger::take(const Event& event) {
  const size_t at = row_of(event);
  Row& row = rows_[at];
  // Neighbours inside and outside of a longer range do not belong together.
  while (!row.open_ends.empty() && row.open_ends.back() <= event.time.start) {
    settle(at, row.open_ends.back());
    row.open_ends.pop_back();
  }
  const uint64_t number = taken_++;
  if (event.time.length() >= pixel_) {
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
  const size_t streams = profile_.streams().size();
  const size_t threads = profile_.threads().size();
  const size_t processes = profile_.processes().size();
  const Nvtx& nvtx = profile_.nvtx();
  if (is_operation(event.kind)) return operations_of(profile_, event.kind).stream[event.at];
  switch (event.kind) {
    case EventKind::range:
      return streams + nvtx.thread[event.at];
    case EventKind::mark:
      return streams + threads + nvtx.thread[event.at];
    case EventKind::call:
      return streams + 2 * threads + profile_.calls().thread[event.at];
    case EventKind::start_end:
      return streams + 3 * threads + profile_.threads()[nvtx.thread[event.at]].process;
    default: {
      const Stretch& of = stretches_.all()[event.at];
      return streams + 3 * threads + processes + kStretchRows * of.device + static_cast<size_t>(of.row);
    }
  }
}

}  // namespace nsys_ai::perfetto
