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
  // Whether times are farther out, or lie farther apart, than those of a capture can; counts it.
  bool is_beyond(int64_t start, int64_t end);
  void add(const Oddities& other);
  void note(Loading& loading, const FileTable& table) const;
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

// Puts the columns of all parts one behind the other; each part's column is given back once it was taken, so
// that the whole never takes twice its room.
template <class Part, class Base, class Col>
void join(Col& out, const std::vector<Part*>& parts, Col Base::*column) {
  size_t size = 0;
  for (const Part* part : parts) size += (part->events.*column).size();
  out.reserve(size);
  for (Part* part : parts) {
    out.append(part->events.*column);
    (part->events.*column).clear_and_free();
  }
}

// The same for codes, each replaced by what its part's map says.
template <class Part, class Codes, class Out>
void join_codes(Out& out, const std::vector<Part*>& parts, Codes Part::*codes,
                std::vector<uint32_t> Part::*map) {
  size_t size = 0;
  for (const Part* part : parts) size += (part->*codes).size();
  out.reserve(size);
  for (Part* part : parts) {
    out.append_mapped(part->*codes, part->*map);
    (part->*codes).clear_and_free();
  }
}

}  // namespace nsys_ai
