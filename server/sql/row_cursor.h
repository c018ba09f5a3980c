// A cursor over the rows of a table that are in the scope and satisfy a constraint.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sql/table_index.h"

namespace nsys_ai {

// Which rows a cursor scans, in which order. A cursor may yield more rows: SQLite checks each again.
struct ScanPlan {
  enum class Rows : uint8_t { all, none, one, equal, start_range };
  enum class Order : uint8_t { any, start, start_descending, groups };
  Rows rows = Rows::all;
  size_t row = 0;            // for `one`
  size_t column = 0;         // for `equal`
  uint64_t key = 0;          // for `equal`
  int64_t from = INT64_MIN;  // for `start_range`; both ends are included
  int64_t to = INT64_MAX;
  Order order = Order::any;
  std::vector<OrderTerm> terms = {};  // for `groups`
};

// Used by one thread.
class RowCursor {
 public:
  explicit RowCursor(TableIndexes& indexes) : indexes_(indexes) {}
  // Both stop early, with `stopped()` true, when the query has to stop.
  void begin(ScanPlan wanted);
  void next();
  bool done() const { return done_; }
  bool stopped() const { return stopped_; }
  const SqlRow& row() const { return row_; }

 private:
  enum class Walk : uint8_t { rows, chain, list, list_backwards };
  void walk_rows();
  void walk_list(std::span<const uint32_t> list, Walk walk);
  void skip_to_match();
  std::optional<size_t> step();
  bool passes(const SqlRow& row) const;

  TableIndexes& indexes_;
  ScanPlan wanted_;
  Walk walk_ = Walk::rows;
  size_t at_ = 0;  // next in a walk over rows or a list
  size_t end_ = 0;
  uint32_t link_ = KeyIndex::kEnd;  // next in a walk over a chain
  const KeyIndex* chain_ = nullptr;
  std::span<const uint32_t> list_;
  SqlRow row_;
  bool done_ = true;
  bool stopped_ = false;
};

}  // namespace nsys_ai
