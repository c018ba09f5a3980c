// What the calling thread works for, in one place: who can stop it, who is shown its progress, where data
// that was not read is noted, and what SQLite may allocate for it.
//
// A context is three pointers, bound to a thread by what lives on its stack. One that is bound inside another
// replaces what it names and keeps the rest. Threads that help get it explicitly: whoever starts them takes
// `Context::current().for_helper()` and binds it in each.
//
// Indexes are built deep inside of questions: whoever walks millions of rows there calls `check_cancelled()`
// now and then, and need not know who asked. When nobody waits any more, that throws, and the frame that
// knows who asked (`cancellable`) makes a result of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

class LossNotes;    // base/loss_notes.h
class QueryBudget;  // sql/query_budget.h
class WorkScope;

// Immutable; of the thread to which it is bound.
struct Context {
  const WorkScope* work = nullptr;      // null where the thread works for nobody in particular
  LossNotes* losses = nullptr;          // null where nobody collects them
  QueryBudget* query_budget = nullptr;  // null where SQLite allocates for no query

  static const Context& current();

  Context with_work(const WorkScope* of) const { return {of, losses, query_budget}; }
  Context with_losses(LossNotes* of) const { return {work, of, query_budget}; }
  Context with_query_budget(QueryBudget* of) const { return {work, losses, of}; }
  // What a thread works for that helps with the same: the budget of a query is for one thread.
  Context for_helper() const { return {work, losses, nullptr}; }
};

// Binds a context to the calling thread for as long as this lives.
class ScopedContext {
 public:
  explicit ScopedContext(const Context& context);
  ~ScopedContext();
  ScopedContext(const ScopedContext&) = delete;
  ScopedContext& operator=(const ScopedContext&) = delete;

  const Context& outer() const { return outer_; }

 private:
  const Context outer_;
};

// Thrown where work stops before its end. No std::exception, since it is no defect and is not logged.
struct Cancelled {
  enum class Why {
    cancelled,
    not_ready,  // quick work asked for what takes long to make, and is not made
  };
  Why why = Why::cancelled;
};

// Binds work to the calling thread, on its stack. A scope is also cancelled with those around it, unless it
// is detached.
class WorkScope {
 public:
  enum class Kind {
    within,
    quick,    // does not begin what takes long
    detached  // for others too, who decide when it is cancelled
  };
  // `work` outlives the scope.
  explicit WorkScope(const Work& work, Kind kind = Kind::within);
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

  bool cancelled() const;
  bool quick() const;
  // Reports that the work goes on, where the thread to which it was bound calls this.
  void tick() const;

 private:
  const WorkScope* outer() const { return bound_.outer().work; }

  const Work& work_;
  const Kind kind_;
  const std::thread::id owner_ = std::this_thread::get_id();
  mutable std::chrono::steady_clock::time_point last_tick_{};
  const ScopedContext bound_;
};

// Throws `Cancelled` when nobody waits for what this thread works for. Takes less than a microsecond.
void check_cancelled();

// `check_cancelled` in every so many calls, for loops over rows. For one thread.
class ThrottledCheck {
 public:
  void operator()() {
    constexpr uint32_t kRows = 1 << 13;
    if (++rows_ % kRows == 0) check_cancelled();
  }
  // After a step that was as long as that many rows.
  void operator()(size_t rows) {
    constexpr size_t kRows = 1 << 13;
    pending_ += rows;
    if (pending_ < kRows) return;
    pending_ = 0;
    check_cancelled();
  }

 private:
  uint32_t rows_ = 0;
  size_t pending_ = 0;
};

// What `make` returns a reference to, where that needs no long work; null where something has to be made
// first.
template <class Make>
auto if_ready(Make make) -> decltype(&make()) {
  try {
    const Work work;
    const WorkScope scope(work, WorkScope::Kind::quick);
    return &make();
  } catch (const Cancelled& stopped) {
    if (stopped.why != Cancelled::Why::not_ready) throw;
    return nullptr;
  }
}

// The result of `make` in the scope of `work`, or the error that this was cancelled.
template <class Make>
auto cancellable(const Work& work, Make make) -> decltype(make()) {
  try {
    const WorkScope scope(work);
    return make();
  } catch (const Cancelled& stopped) {
    if (stopped.why != Cancelled::Why::cancelled || !work.cancel.cancelled()) throw;
    return cancelled();
  }
}

}  // namespace nsys_ai
