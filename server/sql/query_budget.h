// Limits the memory and time of a query where SQLite has no limit of its own: its planner and its functions
// ignore the progress handler, and its memory limit applies to the process.
//
// Everything that grows allocates through SQLite's allocator. So that allocator charges the query of its
// thread, checks the deadline, and refuses memory once the query has to stop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/context.h"

namespace nsys_ai {

class SqlView;

// Used by one thread. SQLite's allocations in that thread count for this query while it lives, unless a
// context without a budget is bound inside, which means that another database is read.
class QueryBudget {
 public:
  // A plan may take 16 MiB of `bytes`, because freeing an abandoned plan cannot be interrupted.
  QueryBudget(SqlView& view, int64_t bytes);
  QueryBudget(const QueryBudget&) = delete;
  QueryBudget& operator=(const QueryBudget&) = delete;

  // Whether the counting allocator is installed in SQLite; without it a budget limits nothing.
  static bool counts();

  // Ends planning: from now on the query may use its full budget.
  void begin_run() { limit_bytes_ = most_bytes_; }
  // Whether the query may allocate that many more bytes; false ends it.
  bool allows(int64_t bytes);
  // Records that the machine has no more memory.
  void run_out() { refused_ = true; }
  void hold(int64_t bytes) { held_bytes_ += bytes; }
  void release(int64_t bytes) { held_bytes_ -= bytes; }
  // Whether the query may go on after processing that many more bytes.
  bool goes_on(size_t bytes) {
    unseen_bytes_ += bytes;
    return unseen_bytes_ < kBytesBetweenLooks || look();
  }

  int64_t limit_bytes() const { return limit_bytes_; }
  // Whether an allocation was refused; and whether the limit was the reason.
  bool refused() const { return refused_; }
  bool exhausted() const { return exhausted_; }

 private:
  // Processing these takes well below a millisecond.
  static constexpr size_t kBytesBetweenLooks = size_t{64} << 10;
  bool look();

  SqlView& view_;
  const int64_t most_bytes_;
  int64_t limit_bytes_;
  int64_t held_bytes_ = 0;
  size_t unseen_bytes_ = 0;  // bytes processed since the last check of the clock
  bool refused_ = false;
  bool exhausted_ = false;
  const ScopedContext bound_;
};

}  // namespace nsys_ai
