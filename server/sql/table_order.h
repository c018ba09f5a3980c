// Orders in which a query may want the rows of a table, made while it runs and gone with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sql/table.h"

namespace nsys_ai {

// The rows of a table as one scope shows them, for what walks them. The table and the view outlive it.
struct SqlTableRows {
  const SqlTable& table;
  SqlView& view;
  SqlRows rows;

  size_t size() const { return rows.size; }
  std::optional<SqlRow> row(size_t at) const { return table.row(view, rows.of, at); }
  SqlCell cell(size_t column, const SqlRow& row) const { return table.columns[column].get(view, row); }
};

// The rows that the scope shows in the order of their starts, ties in the order of the file. Immutable.
struct StartOrder {
  std::vector<uint32_t> rows;
  std::vector<int64_t> starts;  // of `rows`, inside the window
  // Nothing when the query has to stop.
  static std::optional<StartOrder> build(const SqlTableRows& of);
  // The rows whose start lies in [from, to].
  std::span<const uint32_t> between(int64_t from, int64_t to) const;
};

struct OrderTerm {
  size_t column = 0;
  bool descending = false;
  friend auto operator<=>(const OrderTerm&, const OrderTerm&) = default;
};

// The rows that the scope shows, sorted by a few columns as SQLite would sort them: NULL first, texts by
// bytes. Rows of equal values are put together first and only the groups are sorted, so that it pays where
// groups are few. GROUP BY and ORDER BY then need no sorter. Immutable.
struct GroupOrder {
  std::vector<uint32_t> rows;
  // Nothing when the query has to stop.
  static std::optional<GroupOrder> build(const SqlTableRows& of, std::span<const OrderTerm> terms);
};

}  // namespace nsys_ai
