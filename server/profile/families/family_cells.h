// Converts the cells of a row into elements of columns: one reader for each kind, named in the field lists of
// family_fields.h.
//
// A reader has `append`, which reads its cells and appends to its members (false: the row is skipped), and
// `concatenate`, which appends the column of a part to those of earlier parts.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "profile/families/lazy_family.h"
#include "profile/load/event_part.h"
#include "profile/load/narrow.h"
#include "profile/load/stream_key.h"

namespace nsys_ai {

// Data that one part of a table collects besides its columns: the keys for its codes.
struct PartKeys {
  RejectedRows rejected;
  int64_t skipped = 0;  // rows of another kind
  Dictionary<int64_t> threads;
  Dictionary<int64_t> processes;
  Dictionary<StreamKey> places;
  TextCodes texts;
  uint8_t source = 0;   // index of the table in the family
  int64_t matched = 0;  // the value that a filter read from the current row: see as::matched
  // Indexed by code, set once all parts are read.
  std::vector<uint32_t> thread_map;
  std::vector<uint32_t> process_map;
  std::vector<uint32_t> place_map;
};

namespace as {

using Columns = std::initializer_list<std::string_view>;

// Most columns of parts are concatenated unchanged.
struct Verbatim {
  template <class Column>
  static void concatenate(Column& out, const Column& part, const PartKeys&) {
    out.append(part);
  }
};

// Skips rows whose cell has another value. If the table lacks the column, all rows match.
struct Only : Verbatim {
  int64_t wanted;
  bool append(PartKeys& part_keys, TableRow& row, size_t at) const {
    if (!row.has_column(at) || row.integer(at) == wanted) return true;
    ++part_keys.skipped;
    return false;
  }
};
constexpr Only only(int64_t wanted) { return {{}, wanted}; }

// Accepts rows whose cell is between two numbers; as::matched stores the value.
struct Between : Verbatim {
  int64_t from, to;
  bool append(PartKeys& part_keys, TableRow& row, size_t at) const {
    const auto value = row.integer(at);
    part_keys.matched = value.value_or(0);
    return value && *value >= from && *value <= to;
  }
};
constexpr Between between(int64_t from, int64_t to) { return {{}, from, to}; }
inline constexpr Between present{{}, INT64_MIN, INT64_MAX};

// Start and end.
struct Span : Verbatim {
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Plain<int64_t>& start,
              Packed<uint32_t>& duration) const {
    const auto interval = part_keys.rejected.interval(row, at, at + 1);
    if (!interval) return false;
    start.push_back(interval->start);
    duration.push_back(interval->end - interval->start);
    return true;
  }
};
inline constexpr Span span{};

// Start and end; a missing end means that the event was still open.
struct OpenSpan : Verbatim {
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Plain<int64_t>& start,
              Packed<uint32_t>& duration) const {
    const auto interval = part_keys.rejected.open_interval(row, at, at + 1);
    if (!interval) return false;
    start.push_back(interval->start);
    duration.push_back(interval->end == Spans::kOpen ? Spans::kOpen : interval->end - interval->start);
    return true;
  }
};
inline constexpr OpenSpan open_span{};

// Start, end and the bytes that were moved meanwhile.
struct Move : Verbatim {
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Plain<int64_t>& start,
              Packed<uint32_t>& duration, Packed<uint32_t>& bytes) const {
    const auto interval = part_keys.rejected.interval(row, at, at + 1);
    const int64_t moved = row.integer_or(at + 2, 0);
    if (!interval || part_keys.rejected.is_oversized(moved, interval->duration())) return false;
    start.push_back(interval->start);
    duration.push_back(interval->duration());
    bytes.push_back(moved);
    return true;
  }
};
inline constexpr Move move{};

// The first of two cells that holds a time.
struct Instant : Verbatim {
  size_t cells;
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Plain<int64_t>& time) const {
    auto found = row.integer(at);
    for (size_t i = 1; i < cells && !found; ++i) found = row.integer(at + i);
    const auto checked = part_keys.rejected.instant(found);
    if (checked) time.push_back(*checked);
    return checked.has_value();
  }
};
inline constexpr Instant instant{{}, 1};
inline constexpr Instant instant_or{{}, 2};

// A time that the file may lack, which is then INT64_MIN.
struct MaybeInstant : Verbatim {
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Plain<int64_t>& time) const {
    const auto found = row.integer(at);
    if (found && part_keys.rejected.is_beyond(*found, *found)) return false;
    time.push_back(found.value_or(INT64_MIN));
    return true;
  }
};
inline constexpr MaybeInstant maybe_instant{};

struct Number : Verbatim {
  template <class Column>
  bool append(PartKeys&, TableRow& row, size_t at, Column& numbers) const {
    push(numbers, row.integer_or(at, 0));
    return true;
  }
  template <class Value>
  static void push(Plain<Value>& numbers, int64_t value) {
    numbers.push_back(static_cast<Value>(value));
  }
  template <class Narrow>
  static void push(Packed<Narrow>& numbers, int64_t value) {
    numbers.push_back(value);
  }
};
inline constexpr Number number{};

// A number of bytes that memory can hold.
struct Size : Verbatim {
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Packed<uint32_t>& sizes) const {
    constexpr int64_t kFillsAnyNs = 10'000'000'000;
    const int64_t bytes = row.integer_or(at, 0);
    if (part_keys.rejected.is_oversized(bytes, kFillsAnyNs)) return false;
    sizes.push_back(bytes);
    return true;
  }
};
inline constexpr Size size{};

// Stores the value that a filter read from the row. Reads no cell, so it may come after all filters.
struct Matched : Verbatim {
  template <class Column>
  bool append(PartKeys& part_keys, TableRow&, size_t, Column& numbers) const {
    Number::push(numbers, part_keys.matched);
    return true;
  }
};
inline constexpr Matched matched{};

// A small number, from the first cell that holds one; 255 for none.
struct Kind : Verbatim {
  size_t cells;
  bool append(PartKeys&, TableRow& row, size_t at, Plain<uint8_t>& kinds) const {
    auto found = row.integer(at);
    for (size_t i = 1; i < cells && !found; ++i) found = row.integer(at + i);
    kinds.push_back(narrow_kind(found.value_or(255)));
    return true;
  }
};
inline constexpr Kind kind{{}, 1};
inline constexpr Kind kind_or{{}, 2};

// A 32-bit id; kNoId where there is none.
struct Id : Verbatim {
  bool append(PartKeys&, TableRow& row, size_t at, Plain<uint32_t>& ids) const {
    const int64_t id = row.integer_or(at, kNoId);
    ids.push_back(id < 0 || id > int64_t{kNoId} ? kNoId : static_cast<uint32_t>(id));
    return true;
  }
};
inline constexpr Id id{};

// A rank, from the first of two cells that holds one; -1 for none.
struct Rank : Verbatim {
  bool append(PartKeys&, TableRow& row, size_t at, Plain<int32_t>& ranks) const {
    auto found = row.integer(at);
    if (!found) found = row.integer(at + 1);
    ranks.push_back(narrow_number(found.value_or(-1)));
    return true;
  }
};
inline constexpr Rank rank{};

// The index of the row's table in the family. Reads no cell.
struct Source : Verbatim {
  bool append(PartKeys& part_keys, TableRow&, size_t, Plain<uint8_t>& sources) const {
    sources.push_back(part_keys.source);
    return true;
  }
};
inline constexpr Source source{};

// Codes of a part, each mapped to its number in the family.
template <class Map>
struct Remapped {
  template <class Column>
  static void concatenate(Column& out, const Column& part, const PartKeys& part_keys) {
    out.append_mapped(part, Map{part_keys});
  }
};

struct ThreadMap {
  const PartKeys& part_keys;
  uint32_t operator[](size_t code) const { return part_keys.thread_map[code]; }
};
struct Thread : Remapped<ThreadMap> {
  template <class Column>
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Column& threads) const {
    threads.push_number(part_keys.threads.code(row.integer_or(at, 0)));
    return true;
  }
};
inline constexpr Thread thread{};

struct ProcessMap {
  const PartKeys& part_keys;
  uint32_t operator[](size_t code) const { return part_keys.process_map[code]; }
};
struct Process : Remapped<ProcessMap> {
  template <class Column>
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Column& processes) const {
    processes.push_number(part_keys.processes.code(row.integer_or(at, 0)));
    return true;
  }
};
inline constexpr Process process{};

// Process and device, and context and stream as far as the table has them.
struct PlaceMap {
  const PartKeys& part_keys;
  uint32_t operator[](size_t code) const { return part_keys.place_map[code]; }
};
struct Place : Remapped<PlaceMap> {
  size_t cells;
  constexpr explicit Place(size_t of) : cells(of) {}
  template <class Column>
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Column& places) const {
    const auto cell = [&](size_t i) {
      const int64_t value = i < cells ? row.integer_or(at + i, EventPlace::kNone) : EventPlace::kNone;
      return value == int64_t{kNoId} ? EventPlace::kNone : value;
    };
    places.push_number(part_keys.places.code({row.integer_or(at, 0), cell(1), cell(2), cell(3)}));
    return true;
  }
};
inline constexpr Place device{2};
inline constexpr Place context{3};
inline constexpr Place stream{4};

// A text by its id, or one stored in the row itself.
struct TextMap {
  const PartKeys& part_keys;
  uint32_t operator[](size_t code) const { return part_keys.texts.name(static_cast<uint32_t>(code)).value; }
};
struct Text : Remapped<TextMap> {
  template <class Column>
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Column& names) const {
    names.push_number(part_keys.texts.of(row, at));
    return true;
  }
};
inline constexpr Text text{};
struct Words : Remapped<TextMap> {
  template <class Column>
  bool append(PartKeys& part_keys, TableRow& row, size_t at, Column& names) const {
    names.push_number(part_keys.texts.of_text(row.text(at).value_or("")));
    return true;
  }
};
inline constexpr Words words{};

}  // namespace as

}  // namespace nsys_ai
