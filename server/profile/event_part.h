// What the parts of every family of events share: intervals that are checked, and columns put together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "profile/loading.h"

namespace nsys_ai {

// Which rows are taken: those that can be placed in time, and lie in the window that is read.
struct Oddities {
  std::optional<Interval> window;  // all, where none is set
  int64_t outside = 0;
  int64_t without_start = 0;
  int64_t without_end = 0;
  int64_t backwards = 0;
  int64_t beyond = 0;

  // The interval of a row, or nothing (and a count) when the row cannot be placed in time.
  std::optional<Interval> interval(Row& row, size_t start_column, size_t end_column);
  // Whether an event lies outside the window; counts it.
  bool is_outside(int64_t start, int64_t end);
  // The same for an event that may never have ended: its end is `Spans::kOpen` then.
  std::optional<Interval> open_interval(Row& row, size_t start_column, size_t end_column);
  // A point in time, or nothing (and a count).
  std::optional<int64_t> instant(std::optional<int64_t> time);
  // Whether times are farther out, or lie farther apart, than those of a capture can; counts it.
  bool is_beyond(int64_t start, int64_t end);
  void add(const Oddities& other);
  void note(std::vector<std::string>& notes, const FileTable& table) const;
  void note(Loading& loading, const FileTable& table) const { note(loading.data.notes, table); }
};

// Work that may run at the same time as any other of its list.
using Jobs = std::vector<std::function<void()>>;

// Parts of one family. `Part` has `odd`, `want(Strings&)` and a static
// `gather(Loading&, std::vector<Part*>, Jobs&)`.
template <class Part>
std::vector<Part*> parts_of(ScannedTable& scanned) {
  std::vector<Part*> parts;
  for (const auto& part : scanned.parts) parts.push_back(static_cast<Part*>(part.get()));
  return parts;
}

// A part of a family of events has `events`, the columns as they are in the end, and beside them codes, with
// a map that tells what they are in the whole. It lists both once, in a function
// `columns(family, visit)`: for `Lodging`, and for `Joining`.

// Has a part's columns fill their room in the whole.
template <class Part>
class Lodging {
 public:
  Lodging(Part& part, const PartPlace& place) : part_(part), place_(place) {}

  template <class Base>
  void column(RowIds&, RowIds Base::*) {}
  template <class Col, class Base>
  void column(Col& whole, Col Base::*of) {
    lodge(part_.events.*of, whole);
  }
  template <class Out, class Codes, class Base>
  void codes(Out& whole, Codes Base::*of, std::vector<uint32_t> Base::*) {
    lodge(part_.*of, whole);
  }
  template <class Col, class Texts, class Base>
  void texts(Col& whole, Texts Base::*of) {
    (part_.*of).lodge_in(whole, place_.first, place_.rows, place_.of);
  }

 private:
  template <class Col, class Out>
  void lodge(Col& column, Out& whole) {
    whole.reserve(place_.of);
    column.lodge_in(whole, place_.first, place_.rows);
  }

  Part& part_;
  const PartPlace& place_;
};

// Puts a column of all parts together. Each part's is given back once it was taken, so that the whole never
// takes twice its room.
template <class Part, class Whole, class ColumnOf, class Append>
void join(Whole& whole, const std::vector<Part*>& parts, ColumnOf column_of, Append append) {
  size_t size = 0;
  bool in_place = true;
  for (Part* part : parts) {
    size += column_of(*part).size();
    in_place = in_place && column_of(*part).is_lodger();
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

// Puts each column together, as a job.
template <class Part>
class Joining {
 public:
  Joining(const std::vector<Part*>& parts, Jobs& jobs) : parts_(parts), jobs_(jobs) {}

  template <class Col, class Base>
  void column(Col& whole, Col Base::*of) {
    jobs_.push_back([&whole, parts = parts_, of] {
      join(
          whole, parts, [of](Part& part) -> Col& { return part.events.*of; },
          [of](Col& into, Part& part) { into.append(part.events.*of); });
    });
  }
  template <class Out, class Codes, class Base>
  void codes(Out& whole, Codes Base::*of, std::vector<uint32_t> Base::*map) {
    jobs_.push_back([&whole, parts = parts_, of, map] {
      join(
          whole, parts, [of](Part& part) -> Codes& { return part.*of; },
          [of, map](Out& into, Part& part) { into.append_mapped(part.*of, part.*map); });
    });
  }
  // Joined by who numbers the templates.
  template <class Col, class Texts, class Base>
  void texts(Col&, Texts Base::*) {}

 private:
  const std::vector<Part*>& parts_;
  Jobs& jobs_;
};

}  // namespace nsys_ai
