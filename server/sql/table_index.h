// Indexes over a table of the relational model, made while a query runs and gone with it.
//
// An equality or a range that is asked for once is answered by a scan, which is cheaper than an index; asked for
// again, as the inner table of a join is, it gets one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/work.h"
#include "sql/table.h"

namespace nsys_ai {

// The rows of one column by the key of their cells. Immutable.
// Rows of different keys may share a chain, so who follows one compares keys.
class KeyIndex {
 public:
  static constexpr uint32_t kEnd = UINT32_MAX;
  // Nothing when the work was cancelled.
  static std::optional<KeyIndex> build(const SqlTable& table, const SqlColumn& column, SqlView& view,
                                       const CancelToken& cancel);
  uint32_t first(uint64_t key) const { return first_[bucket(key)]; }
  uint32_t next(uint32_t at) const { return next_[at]; }

 private:
  size_t bucket(uint64_t key) const { return (key * 0x9E3779B97F4A7C15U) >> shift_; }
  unsigned shift_ = 63;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> next_;
};

// The rows that the scope shows in the order of their starts, ties in the order of the file. Immutable.
struct StartOrder {
  std::vector<uint32_t> rows;
  std::vector<int64_t> starts;  // of `rows`, inside the window
  // Nothing when the work was cancelled.
  static std::optional<StartOrder> build(const SqlTable& table, SqlView& view, const CancelToken& cancel);
  // The rows whose start lies in [from, to].
  std::span<const uint32_t> between(int64_t from, int64_t to) const;
};

// One table of one query. Used by one thread.
class TableIndexes {
 public:
  TableIndexes(const SqlTable& table, SqlView& view, const CancelToken& cancel)
      : table_(table), view_(view), cancel_(cancel) {}
  const SqlTable& table() const { return table_; }
  SqlView& view() const { return view_; }
  const CancelToken& cancel() const { return cancel_; }

  // Null the first time a column is asked about, and when the work was cancelled.
  const KeyIndex* key_index(size_t column);
  // Null the first time, unless the order itself is wanted, and when the work was cancelled.
  const StartOrder* start_order(bool always);

 private:
  const SqlTable& table_;
  SqlView& view_;
  const CancelToken& cancel_;
  std::map<size_t, std::optional<KeyIndex>> keys_;
  bool asked_start_ = false;
  std::optional<StartOrder> start_;
};

}  // namespace nsys_ai
