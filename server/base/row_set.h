// The rows of an answer, read cell by cell from where they are stored.
//
// A skill has a row type of its own. Front ends copy the rows that they show; computations read the rows
// here, since a table of values takes several times the memory of typed rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/value.h"

namespace nsys_ai {

class RowSet {
 public:
  virtual ~RowSet() = default;
  virtual size_t size() const = 0;
  // A text view is valid as long as the rows.
  virtual ValueView cell(size_t row, size_t column) const = 0;
};

// The rows that a skill returns.
class OwnRows : public RowSet {
 public:
  // Drops all rows after the first `count`.
  virtual void keep_first(size_t count) = 0;
  // Moves all rows out, as values, and leaves none.
  virtual TableRows taken() = 0;
};

template <HasFields Row>
class TypedRows final : public OwnRows {
 public:
  explicit TypedRows(std::vector<Row> rows) : rows_(std::move(rows)) {}
  size_t size() const override { return rows_.size(); }
  ValueView cell(size_t row, size_t column) const override {
    ValueView cell;
    size_t at = 0;
    for_each_field(rows_[row], [&]<class M>(std::string_view, const M& member, std::string_view) {
      if (at++ == column) cell = ValueTraits<M>::view(member);
    });
    return cell;
  }
  void keep_first(size_t count) override {
    if (count < rows_.size()) rows_.erase(rows_.begin() + static_cast<ptrdiff_t>(count), rows_.end());
  }
  TableRows taken() override {
    TableRows values;
    values.reserve(rows_.size());
    for (const Row& row : rows_) values.push_back(values_of(row));
    rows_ = {};
    return values;
  }

 private:
  std::vector<Row> rows_;
};

class ValueRows final : public OwnRows {
 public:
  explicit ValueRows(TableRows rows) : rows_(std::move(rows)) {}
  size_t size() const override { return rows_.size(); }
  ValueView cell(size_t row, size_t column) const override { return view_of(rows_[row][column]); }
  void keep_first(size_t count) override {
    if (count < rows_.size()) rows_.resize(count);
  }
  TableRows taken() override { return std::move(rows_); }

 private:
  TableRows rows_;
};

// A selection of another set's rows, which must outlive it.
class ChosenRows final : public RowSet {
 public:
  ChosenRows(const RowSet& of, std::vector<uint32_t> chosen) : of_(of), chosen_(std::move(chosen)) {}
  size_t size() const override { return chosen_.size(); }
  ValueView cell(size_t row, size_t column) const override { return of_.cell(chosen_[row], column); }

 private:
  const RowSet& of_;
  std::vector<uint32_t> chosen_;
};

}  // namespace nsys_ai
