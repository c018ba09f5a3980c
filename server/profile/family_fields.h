// The list of fields of a family that is read on first need, and what follows from it.
//
// A family has one function template `fields(F& f)`; each line of it names how cells are read, the columns of
// the file, and the members that keep them:
//
//   f(as::thread, {"globalTid"}, &OsCalls::thread);
//
// From that list follow the columns that are asked for, the taking of a row, the joining of the parts, and
// the memory that the family takes. What may leave a row out (as::only, as::span, ...) stands before what
// keeps something else. A name that ends in '?' is that of a column which ordinary versions lack.
#pragma once

#include <string_view>
#include <vector>

#include "profile/family_cells.h"

namespace nsys_ai {

// The columns that a list asks for.
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
ColumnList columns_of() {
  ColumnList list;
  T::fields(list);
  return list;
}

// Takes the rows of one part.
template <class T>
struct FieldsPart : RowTaker {
  struct Take {
    FieldsPart& part;
    Row& row;
    size_t at = 0;
    bool keep = true;

    template <class As, class... C, class... M>
    [[gnu::always_inline]] void operator()(const As& as, as::Columns columns, M C::*... members) {
      if (keep) keep = as.take(part.taken, row, at, part.events.*members...);
      at += columns.size();
    }
  };

  explicit FieldsPart(uint8_t source) { taken.source = source; }
  void take(Row& row) override {
    Take fields{*this, row};
    T::fields(fields);
    if (fields.keep) events.row.push_back(row.id());
  }

  T events;
  Taken taken;
};

// Makes of each member a job that puts the parts' columns together.
template <class T>
struct JoinFields {
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
      as.join(out.*member, part->events.*member, part->taken);
      (part->events.*member).clear_and_free();
    }
  }
};

// Puts the rows of a family in another order.
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

template <class T>
struct CountBytes {
  const T& family;
  size_t bytes = 0;

  template <class As, class... C, class... M>
  void operator()(const As&, as::Columns, M C::*... members) {
    bytes += (size_t{0} + ... + (family.*members).bytes());
  }
};

// Of memory that a family takes.
template <class T>
size_t bytes_of(const T& family) {
  CountBytes<T> count{family};
  T::fields(count);
  return count.bytes + family.row.bytes() + family.base_bytes();
}

}  // namespace nsys_ai
