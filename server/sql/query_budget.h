// What a query may hold and how long it may take, asked where SQLite itself asks nobody: its planner and its
// functions know no clock, and its own bound on memory is one for the whole process.
//
// Whatever grows does so through SQLite's allocator. So that counts for the query of its thread, looks at the
// clock, and gives nothing more when the query has to stop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/context.h"

namespace nsys_ai {

class SqlView;

// Used by one thread, whose allocations by SQLite are this query's as long as it lives, unless a context
// without a budget is bound inside: then another database is read.
class QueryBudget {
 public:
  // A plan, which is taken apart in one go when it is given up, may have 16 MiB of `bytes`.
  QueryBudget(SqlView& view, int64_t bytes);
  QueryBudget(const QueryBudget&) = delete;
  QueryBudget& operator=(const QueryBudget&) = delete;

  // Whether SQLite was given the allocator that counts, without which a budget bounds nothing.
  static bool counts();

  // The plan is made: from now on all of it may be held.
  void begin_run() { limit_bytes_ = most_bytes_; }
  // Whether so many bytes more may be held; false ends the query.
  bool allows(int64_t bytes);
  // The machine has no more.
  void run_out() { refused_ = true; }
  void hold(int64_t bytes) { held_bytes_ += bytes; }
  void release(int64_t bytes) { held_bytes_ -= bytes; }
  // Whether to go on after so many more bytes were looked at.
  bool goes_on(size_t bytes) {
    unseen_bytes_ += bytes;
    return unseen_bytes_ < kBytesBetweenLooks || look();
  }

  int64_t limit_bytes() const { return limit_bytes_; }
  // Whether SQLite did not get something that it asked for, and whether the limit was the reason.
  bool refused() const { return refused_; }
  bool exhausted() const { return exhausted_; }

 private:
  // Well below a millisecond of work.
  static constexpr size_t kBytesBetweenLooks = size_t{64} << 10;
  bool look();

  SqlView& view_;
  const int64_t most_bytes_;
  int64_t limit_bytes_;
  int64_t held_bytes_ = 0;
  size_t unseen_bytes_ = 0;  // since the clock was looked at
  bool refused_ = false;
  bool exhausted_ = false;
  const ScopedContext bound_;
};

}  // namespace nsys_ai
