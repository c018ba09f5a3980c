// Validates the times of untrusted files in one place.
#include "profile/load/event_part.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai {

std::optional<Interval> RejectedRows::open_interval(TableRow& row, size_t start_column, size_t end_column) {
  if (row.integer(end_column)) return interval(row, start_column, end_column);
  const auto from = instant(row.integer(start_column));
  if (!from) return std::nullopt;
  return Interval{*from, Spans::kOpen};
}

std::optional<int64_t> RejectedRows::instant(std::optional<int64_t> time) {
  if (!time) {
    ++without_start;
    return std::nullopt;
  }
  if (is_beyond(*time, *time)) return std::nullopt;
  return time;
}

void RejectedRows::add(const RejectedRows& other) {
  without_start += other.without_start;
  without_end += other.without_end;
  backwards += other.backwards;
  outside += other.outside;
  beyond += other.beyond;
  untimed += other.untimed;
  too_wide += other.too_wide;
  oversized += other.oversized;
  sizes = {std::min(sizes.start, other.sizes.start), std::max(sizes.end, other.sizes.end)};
}

void RejectedRows::expect_recording(const std::optional<int64_t>& recording_ns) {
  constexpr int64_t kStillRunningNs = 1'000'000'000;
  if (recording_ns && *recording_ns > 0 && *recording_ns < Spans::kLongestNs / 2)
    longest_ns = std::min(longest_ns, 2 * *recording_ns + kStillRunningNs);
}

void RejectedRows::note(std::vector<std::string>& notes, const FileTable& table) const {
  const auto add = [&](int64_t count, std::string_view what) {
    if (count > 0) notes.push_back(fmt::format("{}: {} {}.", table.name, count, what));
  };
  add(without_start, "rows without a start are left out");
  add(untimed, "rows start and end at 0, since CUPTI could not time them, and are left out");
  add(without_end, "rows without an end are left out");
  add(backwards, "rows end before they start and count as without length");
  add(outside, "rows lie outside the window and are left out");
  add(too_wide, "numbers are larger than those of a capture can be and are not kept as they are");
  const std::string range = sizes.start == sizes.end ? fmt::format("{} bytes", sizes.start)
                                                     : fmt::format("{} to {} bytes", sizes.start, sizes.end);
  add(oversized, fmt::format("rows have sizes that cannot be ({}) and are left out of every figure", range));
  add(beyond, "rows lie or last longer than a capture can and are left out");
}

}  // namespace nsys_ai
