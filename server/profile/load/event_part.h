// Code that the parts of all event types share: validation of intervals, and concatenation of columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "profile/load/load_context.h"

namespace nsys_ai {

// Decides which rows are loaded, and counts the rejected ones: rows without a valid time, and rows outside
// the loaded window.
struct RejectedRows {
  std::optional<Interval> window;  // all events, where none is set
  int64_t outside = 0;
  int64_t without_start = 0;
  int64_t without_end = 0;
  int64_t backwards = 0;
  int64_t beyond = 0;
  int64_t untimed = 0;   // start and end are 0
  int64_t too_wide = 0;  // counts numbers instead of rows
  int64_t oversized = 0;
  Interval sizes{INT64_MAX, INT64_MIN};    // the smallest and the largest size that cannot be, in bytes
  int64_t longest_ns = Spans::kLongestNs;  // of a row that can be
  bool zero_is_unknown = false;  // an end of 0 means that nothing measured it, as CUPTI writes operations

  // What a recording sees end cannot last much longer than the recording, which ends last of all but for what
  // is still running then.
  void expect_recording(const std::optional<int64_t>& recording_ns);
  // Rows whose times are impossible, as against those that were not asked for.
  int64_t impossible() const { return without_start + without_end + beyond + untimed; }

  // The interval of a row; empty, and counted, when the row has no valid time.
  std::optional<Interval> interval(TableRow& row, size_t start_column, size_t end_column);
  // Returns and counts whether an event is outside the window.
  bool is_outside(int64_t start, int64_t end);
  // The same for an event that may never have ended; its end is then `Spans::kOpen`.
  std::optional<Interval> open_interval(TableRow& row, size_t start_column, size_t end_column);
  // The time; empty, and counted, when it is invalid.
  std::optional<int64_t> instant(std::optional<int64_t> time);
  // Returns and counts whether an operation cannot move so many bytes in its time.
  bool is_oversized(int64_t bytes, int64_t ns);
  // Returns and counts whether times are further away or further apart than a capture's can be.
  bool is_beyond(int64_t start, int64_t end);
  // Converts a number of the file to its stored width and counts numbers that do not fit: ids become none,
  // kinds 255, sizes the nearest value.
  uint32_t narrow_id(int64_t id);
  uint8_t narrow_kind(int64_t kind);
  int32_t narrow_number(int64_t number);
  void add(const RejectedRows& other);
  void note(std::vector<std::string>& notes, const FileTable& table) const;
};

inline uint32_t RejectedRows::narrow_id(int64_t id) {
  if (id >= 0 && id <= UINT32_MAX) return static_cast<uint32_t>(id);
  ++too_wide;
  return 0;
}

inline uint8_t RejectedRows::narrow_kind(int64_t kind) {
  if (kind >= 0 && kind < UINT8_MAX) return static_cast<uint8_t>(kind);
  ++too_wide;
  return UINT8_MAX;
}

inline int32_t RejectedRows::narrow_number(int64_t number) {
  const int64_t narrow = std::clamp<int64_t>(number, INT32_MIN, INT32_MAX);
  too_wide += narrow != number ? 1 : 0;
  return static_cast<int32_t>(narrow);
}

inline bool RejectedRows::is_beyond(int64_t start, int64_t end) {
  const bool is = start < -Spans::kFarthestNs || end > Spans::kFarthestNs || end - start > longest_ns;
  beyond += is ? 1 : 0;
  return is;
}

inline bool RejectedRows::is_oversized(int64_t bytes, int64_t ns) {
  // 100 TB/s, beyond any memory. A shorter time is that of starting the work, or was not measured.
  constexpr int64_t kMostBytesPerNs = 100'000;
  constexpr int64_t kShortestNs = 1'000;
  if (bytes >= 0 && bytes / kMostBytesPerNs <= std::max(ns, kShortestNs)) [[likely]]
    return false;
  ++oversized;
  sizes = {std::min(sizes.start, bytes), std::max(sizes.end, bytes)};
  return true;
}

inline bool RejectedRows::is_outside(int64_t start, int64_t end) {
  if (!window || (start < window->end && end >= window->start)) return false;
  ++outside;
  return true;
}

// Called for every row of a profile: inlining saves a call, and an optional in memory.
[[gnu::always_inline]] inline std::optional<Interval> RejectedRows::interval(TableRow& row,
                                                                             size_t start_column,
                                                                             size_t end_column) {
  int64_t from = 0, to = 0;
  if (!row.read_integer(start_column, from)) {
    ++without_start;
    return std::nullopt;
  }
  if (!row.read_integer(end_column, to)) {
    ++without_end;
    return std::nullopt;
  }
  if (to == 0 && (zero_is_unknown || from > 0)) [[unlikely]] {
    ++(from == 0 ? untimed : without_end);
    return std::nullopt;
  }
  const Interval interval{from, std::max(from, to)};
  if (is_beyond(interval.start, interval.end) || is_outside(interval.start, interval.end))
    return std::nullopt;
  backwards += to < from ? 1 : 0;
  return interval;
}

// The distinct keys of all parts, in ascending order, so that their numbers do not depend on the order of
// rows.
template <class Key, class Part, class Base>
std::vector<Key> all_keys(const std::vector<Part*>& parts, Dictionary<Key> Base::*keys) {
  Dictionary<Key> distinct;
  for (Part* part : parts)
    for (const Key& key : (part->*keys).keys()) distinct.code(key);
  std::vector<Key> all = distinct.keys();
  std::sort(all.begin(), all.end());
  return all;
}

// Tasks that may run concurrently with each other.
using Jobs = std::vector<std::function<void()>>;

// Parts of one event type. `Part` has `rejected`, `want(Strings&)` and a static `gather(LoadContext&,
// std::vector<Part*>, Jobs&)`.
template <class Part>
std::vector<Part*> parts_of(ScannedTable& scanned) {
  std::vector<Part*> parts;
  for (const auto& part : scanned.parts) parts.push_back(static_cast<Part*>(part.get()));
  return parts;
}

// A part has `events`, which are the final columns, and codes, each with a map from the part's codes to the
// family's. Its function `columns(family, visit)` lists both once, for `BorrowVisitor` and for
// `ConcatVisitor`.

// Makes the columns of a part borrow their place in the final column.
template <class Part>
class BorrowVisitor {
 public:
  BorrowVisitor(Part& part, const PartPlace& place) : part_(part), place_(place) {}

  template <class Base>
  void column(RowIds&, RowIds Base::*) {}
  template <class Col, class Base>
  void column(Col& whole, Col Base::*of) {
    borrow(part_.events.*of, whole);
  }
  template <class Out, class Codes, class Base>
  void codes(Out& whole, Codes Base::*of, std::vector<uint32_t> Base::*) {
    borrow(part_.*of, whole);
  }
  template <class Col, class Texts, class Base>
  void texts(Col& whole, Texts Base::*of) {
    (part_.*of).borrow_from(whole, place_.first, place_.rows, place_.of);
  }

 private:
  template <class Col, class Out>
  void borrow(Col& column, Out& whole) {
    whole.reserve(place_.of);
    column.borrow_from(whole, place_.first, place_.rows);
  }

  Part& part_;
  const PartPlace& place_;
};

// Concatenates a column of all parts. The memory of each part is released as soon as it is appended, so the
// peak is below twice the column's size.
template <class Part, class Whole, class ColumnOf, class Append>
void concatenate(Whole& whole, const std::vector<Part*>& parts, ColumnOf column_of, Append append) {
  size_t size = 0;
  bool in_place = true;
  for (Part* part : parts) {
    size += column_of(*part).size();
    in_place = in_place && column_of(*part).is_borrowed();
  }
  Whole fresh;
  Whole& into = in_place ? whole : fresh;
  into.reserve(size);
  for (Part* part : parts) {
    append(into, *part);
    column_of(*part).clear_and_free();
  }
  into.fit();
  if (!in_place) whole = std::move(fresh);
}

// Creates a job that concatenates each column.
template <class Part>
class ConcatVisitor {
 public:
  ConcatVisitor(const std::vector<Part*>& parts, Jobs& jobs) : parts_(parts), jobs_(jobs) {}

  template <class Col, class Base>
  void column(Col& whole, Col Base::*of) {
    jobs_.push_back([&whole, parts = parts_, of] {
      concatenate(
          whole, parts, [of](Part& part) -> Col& { return part.events.*of; },
          [of](Col& into, Part& part) { into.append(part.events.*of); });
    });
  }
  template <class Out, class Codes, class Base>
  void codes(Out& whole, Codes Base::*of, std::vector<uint32_t> Base::*map) {
    jobs_.push_back([&whole, parts = parts_, of, map] {
      concatenate(
          whole, parts, [of](Part& part) -> Codes& { return part.*of; },
          [of, map](Out& into, Part& part) { into.append_mapped(part.*of, part.*map); });
    });
  }
  // The code that numbers the templates concatenates these.
  template <class Col, class Texts, class Base>
  void texts(Col&, Texts Base::*) {}

 private:
  const std::vector<Part*>& parts_;
  Jobs& jobs_;
};

}  // namespace nsys_ai
