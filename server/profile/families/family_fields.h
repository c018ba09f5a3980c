// The list of fields of a family that is read on first use, and the code generated from it.
//
// A family has one function template `fields(F& f)`; each of its lines names a reader of cells, the columns
// of the file, and the members that store them:
//
//   f(as::thread, {"globalTid"}, &OsCalls::thread);
//
// The list determines the requested columns, the decoding of a row, the concatenation of the parts, and the
// memory size of the family. Readers that can skip a row (as::only, as::span, ...) come before all other
// fields. A '?' at the end of a name marks a column that ordinary versions lack.
#pragma once

#include <compare>
#include <string_view>
#include <type_traits>
#include <vector>

#include "profile/families/family_cells.h"

namespace nsys_ai {

// The columns that a list requests.
struct ColumnList {
  std::vector<std::string_view> wanted;
  std::vector<std::string_view> came_later;

  template <class As, class... Members>
  void operator()(const As&, as::Columns columns, Members...) {
    add(columns);
  }
  void add(as::Columns columns) {
    for (std::string_view column : columns) {
      if (column.ends_with('?')) {
        column.remove_suffix(1);
        came_later.push_back(column);
      }
      wanted.push_back(column);
    }
  }
};

template <class T>
ColumnList requested_columns() {
  ColumnList list;
  T::fields(list);
  return list;
}

// Receives the rows of one part.
template <class T>
struct FieldsPart : RowSink {
  struct AppendFields {
    FieldsPart& part;
    TableRow& row;
    size_t at = 0;
    bool keep = true;

    template <class As, class... C, class... M>
    [[gnu::always_inline]] void operator()(const As& as, as::Columns columns, M C::*... members) {
      if (keep) keep = as.append(part.part_keys, row, at, part.events.*members...);
      at += columns.size();
    }
  };

  explicit FieldsPart(uint8_t source) { part_keys.source = source; }
  void append(TableRow& row) override {
    AppendFields fields{*this, row};
    T::fields(fields);
    if (fields.keep) events.row.push_back(row.id());
  }

  T events;
  PartKeys part_keys;
};

// Creates for each member a job that concatenates the parts' columns.
template <class T>
struct ConcatFields {
  T& out;
  const std::vector<FieldsPart<T>*>& parts;
  Jobs& jobs;

  template <class As, class... C, class... M>
  void operator()(const As& as, as::Columns, M C::*... members) {
    (jobs.push_back([this_out = &out, of = &parts, as, members] { put(*this_out, *of, as, members); }), ...);
  }
  template <class As, class C, class M>
  static void put(T& out, const std::vector<FieldsPart<T>*>& parts, const As& as, M C::*member) {
    size_t size = 0;
    for (const auto* part : parts) size += (part->events.*member).size();
    (out.*member).reserve(size);
    for (auto* part : parts) {
      as.concatenate(out.*member, part->events.*member, part->part_keys);
      (part->events.*member).clear_and_free();
    }
  }
};

// Permutes the rows of a family.
template <class T>
struct Reorder {
  T& family;
  const std::vector<uint32_t>& order;

  template <class As, class... C, class... M>
  void operator()(const As&, as::Columns, M C::*... members) {
    (put(family.*members), ...);
  }
  template <class Column>
  void put(Column& column) {
    Column ordered;
    ordered.reserve(order.size());
    for (const uint32_t at : order) ordered.push_back(column[at]);
    column = std::move(ordered);
  }
};

template <class T>
void reorder(T& family, const std::vector<uint32_t>& order) {
  Reorder<T> fields{family, order};
  T::fields(fields);
  fields.put(family.row);
}

// Compares two events of a family by every field.
template <class T>
struct CompareFields {
  const T& family;
  size_t a, b;
  std::strong_ordering order = std::strong_ordering::equal;

  template <class As, class... C, class... M>
  void operator()(const As&, as::Columns, M C::*... members) {
    (compare(family.*members), ...);
  }
  template <class Column>
  void compare(const Column& column) {
    if (order != 0) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(column[a])>, NameId>)
      order = family.text(column[a]) <=> family.text(column[b]);
    else
      order = column::number_of(column[a]) <=> column::number_of(column[b]);
  }
};

template <class T>
struct CountBytes {
  const T& family;
  size_t bytes = 0;

  template <class As, class... C, class... M>
  void operator()(const As&, as::Columns, M C::*... members) {
    bytes += (size_t{0} + ... + (family.*members).bytes());
  }
};

// Sums the memory of a family.
template <class T>
size_t bytes_of(const T& family) {
  CountBytes<T> count{family};
  T::fields(count);
  return count.bytes + family.row.bytes() + family.base_bytes();
}

}  // namespace nsys_ai
