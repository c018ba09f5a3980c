// What the calling thread works for.
//
// Indexes are built deep inside of questions: whoever walks millions of rows there says `checkpoint()` now
// and then, and need not know who asked. Where nobody waits any more, that throws, and the frame that knows
// who asked (`interruptible`) makes a result of it. Exceptions go through code that has nothing to say about
// it, as they are meant to.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// Thrown where work ends before its end. No std::exception, since it is no defect and nobody is to log it.
struct Interrupted {
  enum class Why {
    cancelled,
    not_ready,  // quick work asked for what takes long to make, and is not made
  };
  Why why = Why::cancelled;
};

// Binds work to the calling thread, on its stack. A scope is also cancelled with those around it, unless it
// stands by itself.
class WorkScope {
 public:
  enum class Kind {
    within,
    quick,     // does not begin what takes long
    by_itself  // for others too, who decide
  };
  // `work` outlives the scope.
  explicit WorkScope(const Work& work, Kind kind = Kind::within);
  ~WorkScope();
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

  // Of the calling thread; null where it works for nobody in particular.
  static const WorkScope* innermost();
  bool cancelled() const;
  bool quick() const;
  // Reports that the work goes on, where the thread that it was bound to says so.
  void tick() const;

 private:
  const Work& work_;
  const Kind kind_;
  const WorkScope* const outer_;
  const std::thread::id owner_ = std::this_thread::get_id();
  mutable std::chrono::steady_clock::time_point told_{};
};

// A thread that helps with the work of another, for as long as this lives.
class HelpingWith {
 public:
  explicit HelpingWith(const WorkScope* scope);
  ~HelpingWith();
  HelpingWith(const HelpingWith&) = delete;
  HelpingWith& operator=(const HelpingWith&) = delete;

 private:
  const WorkScope* const before_;
};

// Throws `Interrupted` when nobody waits for what this thread works for. Takes less than a microsecond.
void checkpoint();

// A checkpoint in every so many calls, for loops over rows. For one thread.
class Pacer {
 public:
  void operator()() {
    constexpr uint32_t kRows = 1 << 13;
    if (++rows_ % kRows == 0) checkpoint();
  }
  // After a step that was as long as that many rows.
  void operator()(size_t rows) {
    constexpr size_t kRows = 1 << 13;
    pending_ += rows;
    if (pending_ < kRows) return;
    pending_ = 0;
    checkpoint();
  }

 private:
  uint32_t rows_ = 0;
  size_t pending_ = 0;
};

// What `make` gives a reference to, where that takes no long work; null where something is to be made first.
template <class Make>
auto if_at_hand(Make make) -> decltype(&make()) {
  try {
    const Work work;
    const WorkScope scope(work, WorkScope::Kind::quick);
    return &make();
  } catch (const Interrupted& interrupted) {
    if (interrupted.why != Interrupted::Why::not_ready) throw;
    return nullptr;
  }
}

// What `make`, which gives a result, gives in the scope of `work`; or that this was cancelled.
template <class Make>
auto interruptible(const Work& work, Make make) -> decltype(make()) {
  try {
    const WorkScope scope(work);
    return make();
  } catch (const Interrupted& interrupted) {
    if (interrupted.why != Interrupted::Why::cancelled || !work.cancel.cancelled()) throw;
    return cancelled();
  }
}

}  // namespace nsys_ai
