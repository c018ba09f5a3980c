// The context of the calling thread: the work that it does, with its cancellation and progress, the collector
// of reported data loss, and the memory budget of SQLite.
//
// A context is three pointers; an object on a thread's stack binds it to that thread. A nested context
// replaces the pointers that it sets and keeps the others. Helper threads get it explicitly: the code that
// starts them takes `Context::current().for_helper()` and binds it in each of them.
//
// Indexes are built deep inside of questions. A loop over millions of rows calls `check_cancelled()` now and
// then, and does not know the request that it works for. Once nobody waits for the result, that call throws,
// and `cancellable`, the dispatcher, or the command's main function turns the exception into a result.
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

// Immutable; belongs to the thread to which it is bound.
struct Context {
  const WorkScope* work = nullptr;      // null when the thread works for no request
  LossNotes* losses = nullptr;          // null when nobody collects them
  QueryBudget* query_budget = nullptr;  // null when SQLite runs no query

  static const Context& current();

  Context with_work(const WorkScope* of) const { return {of, losses, query_budget}; }
  Context with_losses(LossNotes* of) const { return {work, of, query_budget}; }
  Context with_query_budget(QueryBudget* of) const { return {work, losses, of}; }
  // The context for a thread that helps with the same work. A query budget is for one thread, so it is not
  // passed on.
  Context for_helper() const { return {work, losses, nullptr}; }
};

// Binds a context to the calling thread until it is destroyed.
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

// Thrown when work stops early. It is no std::exception, because it is no defect and is not logged.
struct Cancelled {
  enum class Why {
    cancelled,
    not_ready,  // quick work needed an index that takes long to build and is not built yet
  };
  Why why = Why::cancelled;
};

// Binds work to the calling thread; lives on its stack. Cancelling an enclosing scope also cancels this one,
// unless it is detached.
class WorkScope {
 public:
  enum class Kind {
    within,   // cancelled with the scope around it, and quick where that is quick
    quick,    // starts nothing that takes long
    detached  // builds something that other requests wait for too; they decide when it is cancelled
  };
  // `work` outlives the scope.
  explicit WorkScope(const Work& work, Kind kind = Kind::within);
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

  bool cancelled() const;
  bool quick() const;
  // Reports that the work goes on. Does nothing when called from another thread than the scope's.
  void tick() const;

 private:
  const WorkScope* outer() const { return bound_.outer().work; }

  const Work& work_;
  const Kind kind_;
  const std::thread::id owner_ = std::this_thread::get_id();
  mutable std::chrono::steady_clock::time_point last_tick_{};
  const ScopedContext bound_;
};

// Throws `Cancelled` when nobody waits for the thread's result any more. Takes less than a microsecond.
void check_cancelled();

// Calls `check_cancelled` once in 8192 calls, for loops over rows. For one thread.
class ThrottledCheck {
 public:
  void operator()() {
    constexpr uint32_t kRows = 1 << 13;
    if (++rows_ % kRows == 0) check_cancelled();
  }
  // Counts a step that took as long as that many rows.
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

// A pointer to the result of `make`, or null when that would take long because it is not built yet.
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

// The result of `make`, run in the scope of `work`, or an error when `work` was cancelled.
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
