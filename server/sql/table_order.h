// Orders of a table's rows that a query asks for; the query builds them and frees them at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sql/table.h"

namespace nsys_ai {

// The rows of a table in one scope. The table and the view outlive it.
struct SqlTableRows {
  const SqlTable& table;
  SqlView& view;
  SqlRows rows;

  size_t size() const { return rows.size; }
  std::optional<SqlRow> row(size_t at) const { return table.row(view, rows.of, at); }
  SqlCell cell(size_t column, const SqlRow& row) const { return table.columns[column].get(view, row); }
};

// The rows in the scope, ordered by start; ties keep the order of the file. Immutable.
struct StartOrder {
  std::vector<uint32_t> rows;
  std::vector<int64_t> starts;  // the starts of `rows`, clipped to the window
  // Returns nullopt when the query has to stop.
  static std::optional<StartOrder> build(const SqlTableRows& of);
  // The rows whose start lies in [from, to].
  std::span<const uint32_t> between(int64_t from, int64_t to) const;
};

struct OrderTerm {
  size_t column = 0;
  bool descending = false;
  friend auto operator<=>(const OrderTerm&, const OrderTerm&) = default;
};

// The rows in the scope, sorted by a few columns the way SQLite sorts: NULL first, texts by bytes. Rows with
// equal values are grouped first and only the groups are sorted, so it pays off with few groups. GROUP BY and
// ORDER BY then need no sorter. Immutable.
struct GroupOrder {
  std::vector<uint32_t> rows;
  // Returns nullopt when the query has to stop.
  static std::optional<GroupOrder> build(const SqlTableRows& of, std::span<const OrderTerm> terms);
};

}  // namespace nsys_ai
