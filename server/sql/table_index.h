// Indexes over a table of the relational model; a query builds them and frees them at its end.
//
// The first lookup by an equality or a range scans, which is cheaper than building an index; a repeated one,
// as in the inner table of a join, builds an index.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sql/table.h"
#include "sql/table_order.h"

namespace nsys_ai {

// The rows of one column by the key of their cells. Immutable. Rows with different keys may share a chain, so
// a reader of a chain compares keys.
class KeyIndex {
 public:
  static constexpr uint32_t kEnd = UINT32_MAX;
  // Returns nullopt when the query has to stop.
  static std::optional<KeyIndex> build(const SqlTableRows& of, size_t column);
  uint32_t first(uint64_t key) const { return first_[bucket(key)]; }
  uint32_t next(uint32_t at) const { return next_[at]; }

 private:
  size_t bucket(uint64_t key) const { return (key * 0x9E3779B97F4A7C15U) >> shift_; }
  unsigned shift_ = 63;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> next_;
};

// The rows of one table in one query, and the indexes that were built for them. Used by one thread. A null
// result may also mean that the query has to stop.
class TableIndexes {
 public:
  TableIndexes(const SqlTable& table, SqlView& view, SqlRows rows) : of_{table, view, std::move(rows)} {}
  const SqlTableRows& of() const { return of_; }

  // Null at the first lookup in a column.
  const KeyIndex* key_index(size_t column);
  // Null at the first lookup by a range of starts.
  const StartOrder* start_ranges();
  const StartOrder* start_order();
  const GroupOrder* group_order(const std::vector<OrderTerm>& terms);

 private:
  const SqlTableRows of_;
  std::map<size_t, std::optional<KeyIndex>> keys_;
  bool asked_for_range_ = false;
  std::optional<StartOrder> starts_;
  std::map<std::vector<OrderTerm>, std::optional<GroupOrder>> groups_;
};

}  // namespace nsys_ai
