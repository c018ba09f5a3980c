// How the cells of a row become elements of columns: one word of the lists in family_fields.h for each way.
//
// A word has `take`, which reads its cells and appends to its members (false: the row is left out), and
// `join`, which puts what a part took behind what other parts took.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "profile/event_part.h"
#include "profile/lazy_family.h"
#include "profile/narrow.h"
#include "profile/stream_key.h"

namespace nsys_ai {

// What one part of a table gathers besides its columns: the keys that its codes stand for.
struct Taken {
  Oddities odd;
  int64_t left_out = 0;  // rows of another kind
  Dictionary<int64_t> threads;
  Dictionary<int64_t> processes;
  Dictionary<StreamKey> places;
  TextCodes texts;
  uint8_t source = 0;   // which of the family's tables it is
  int64_t matched = 0;  // what a filter saw of the row at hand: see as::matched
  // By code, once all parts were read.
  std::vector<uint32_t> thread_map;
  std::vector<uint32_t> process_map;
  std::vector<uint32_t> place_map;
};

namespace as {

using Columns = std::initializer_list<std::string_view>;

// Most columns of parts stand one behind the other as they are.
struct Plainly {
  template <class Column>
  static void join(Column& out, const Column& part, const Taken&) {
    out.append(part);
  }
};

// Leaves rows out whose cell is something else. A table without the column holds nothing else.
struct Only : Plainly {
  int64_t wanted;
  bool take(Taken& taken, Row& row, size_t at) const {
    if (!row.has_column(at) || row.integer(at) == wanted) return true;
    ++taken.left_out;
    return false;
  }
};
constexpr Only only(int64_t wanted) { return {{}, wanted}; }

// Takes rows whose cell lies between two numbers; as::matched keeps it.
struct Between : Plainly {
  int64_t from, to;
  bool take(Taken& taken, Row& row, size_t at) const {
    const auto value = row.integer(at);
    taken.matched = value.value_or(0);
    return value && *value >= from && *value <= to;
  }
};
constexpr Between between(int64_t from, int64_t to) { return {{}, from, to}; }
inline constexpr Between present{{}, INT64_MIN, INT64_MAX};

// Start and end.
struct Span : Plainly {
  bool take(Taken& taken, Row& row, size_t at, Plain<int64_t>& start, Packed<uint32_t>& length) const {
    const auto interval = taken.odd.interval(row, at, at + 1);
    if (!interval) return false;
    start.push_back(interval->start);
    length.push_back(interval->end - interval->start);
    return true;
  }
};
inline constexpr Span span{};

// Start and end; without an end it was never seen to end.
struct OpenSpan : Plainly {
  bool take(Taken& taken, Row& row, size_t at, Plain<int64_t>& start, Packed<uint32_t>& length) const {
    const auto interval = taken.odd.open_interval(row, at, at + 1);
    if (!interval) return false;
    start.push_back(interval->start);
    length.push_back(interval->end == Spans::kOpen ? Spans::kOpen : interval->end - interval->start);
    return true;
  }
};
inline constexpr OpenSpan open_span{};

// The first of two cells that holds a time.
struct Instant : Plainly {
  size_t cells;
  bool take(Taken& taken, Row& row, size_t at, Plain<int64_t>& time) const {
    auto found = row.integer(at);
    for (size_t i = 1; i < cells && !found; ++i) found = row.integer(at + i);
    const auto checked = taken.odd.instant(found);
    if (checked) time.push_back(*checked);
    return checked.has_value();
  }
};
inline constexpr Instant instant{{}, 1};
inline constexpr Instant instant_or{{}, 2};

// A time that the file may lack: INT64_MIN then.
struct MaybeInstant : Plainly {
  bool take(Taken& taken, Row& row, size_t at, Plain<int64_t>& time) const {
    const auto found = row.integer(at);
    if (found && taken.odd.is_beyond(*found, *found)) return false;
    time.push_back(found.value_or(INT64_MIN));
    return true;
  }
};
inline constexpr MaybeInstant maybe_instant{};

struct Number : Plainly {
  int64_t otherwise = 0;
  template <class Column>
  bool take(Taken&, Row& row, size_t at, Column& numbers) const {
    push(numbers, row.integer_or(at, otherwise));
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
constexpr Number number_or(int64_t otherwise) { return {{}, otherwise}; }

// What a filter saw of the row. Reads no cell, so that it may stand after all that leaves rows out.
struct Matched : Plainly {
  template <class Column>
  bool take(Taken& taken, Row&, size_t, Column& numbers) const {
    Number::push(numbers, taken.matched);
    return true;
  }
};
inline constexpr Matched matched{};

// A small number, from the first cell that holds one; 255 for none.
struct Kind : Plainly {
  size_t cells;
  bool take(Taken&, Row& row, size_t at, Plain<uint8_t>& kinds) const {
    auto found = row.integer(at);
    for (size_t i = 1; i < cells && !found; ++i) found = row.integer(at + i);
    kinds.push_back(narrow_kind(found.value_or(255)));
    return true;
  }
};
inline constexpr Kind kind{{}, 1};
inline constexpr Kind kind_or{{}, 2};

// An id of 32 bits; kNoId where there is none.
struct Id : Plainly {
  bool take(Taken&, Row& row, size_t at, Plain<uint32_t>& ids) const {
    const int64_t id = row.integer_or(at, kNoId);
    ids.push_back(id < 0 || id > int64_t{kNoId} ? kNoId : static_cast<uint32_t>(id));
    return true;
  }
};
inline constexpr Id id{};

// A rank, from the first of two cells that holds one; -1 for none.
struct Rank : Plainly {
  bool take(Taken&, Row& row, size_t at, Plain<int32_t>& ranks) const {
    auto found = row.integer(at);
    if (!found) found = row.integer(at + 1);
    ranks.push_back(narrow_number(found.value_or(-1)));
    return true;
  }
};
inline constexpr Rank rank{};

// Which of the family's tables the row is from. Reads no cell.
struct Source : Plainly {
  bool take(Taken& taken, Row&, size_t, Plain<uint8_t>& sources) const {
    sources.push_back(taken.source);
    return true;
  }
};
inline constexpr Source source{};

// Codes of a part, each replaced by its number in the family.
template <class Map>
struct ByMap {
  template <class Column>
  static void join(Column& out, const Column& part, const Taken& taken) {
    out.append_mapped(part, Map{taken});
  }
};

struct ThreadMap {
  const Taken& taken;
  uint32_t operator[](size_t code) const { return taken.thread_map[code]; }
};
struct Thread : ByMap<ThreadMap> {
  template <class Column>
  bool take(Taken& taken, Row& row, size_t at, Column& threads) const {
    threads.push_number(taken.threads.code(row.integer_or(at, 0)));
    return true;
  }
};
inline constexpr Thread thread{};

struct ProcessMap {
  const Taken& taken;
  uint32_t operator[](size_t code) const { return taken.process_map[code]; }
};
struct Process : ByMap<ProcessMap> {
  template <class Column>
  bool take(Taken& taken, Row& row, size_t at, Column& processes) const {
    processes.push_number(taken.processes.code(row.integer_or(at, 0)));
    return true;
  }
};
inline constexpr Process process{};

// Process, device, and as many of context and stream as the table has.
struct PlaceMap {
  const Taken& taken;
  uint32_t operator[](size_t code) const { return taken.place_map[code]; }
};
struct Place : ByMap<PlaceMap> {
  size_t cells;
  constexpr explicit Place(size_t of) : cells(of) {}
  template <class Column>
  bool take(Taken& taken, Row& row, size_t at, Column& places) const {
    const auto cell = [&](size_t i) {
      const int64_t value = i < cells ? row.integer_or(at + i, EventPlace::kNone) : EventPlace::kNone;
      return value == int64_t{kNoId} ? EventPlace::kNone : value;
    };
    places.push_number(taken.places.code({row.integer_or(at, 0), cell(1), cell(2), cell(3)}));
    return true;
  }
};
inline constexpr Place device{2};
inline constexpr Place context{3};
inline constexpr Place stream{4};

// A text by its id, or one that stands in the row itself.
struct TextMap {
  const Taken& taken;
  uint32_t operator[](size_t code) const { return taken.texts.name(static_cast<uint32_t>(code)).value; }
};
struct Text : ByMap<TextMap> {
  template <class Column>
  bool take(Taken& taken, Row& row, size_t at, Column& names) const {
    names.push_number(taken.texts.of(row, at));
    return true;
  }
};
inline constexpr Text text{};
struct Words : ByMap<TextMap> {
  template <class Column>
  bool take(Taken& taken, Row& row, size_t at, Column& names) const {
    names.push_number(taken.texts.of_text(row.text(at).value_or("")));
    return true;
  }
};
inline constexpr Words words{};

}  // namespace as

}  // namespace nsys_ai
