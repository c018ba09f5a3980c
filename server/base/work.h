// Cancellation and progress of long work: a token that cancels it, and a callback that reports progress.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"

namespace nsys_ai {

// Thread-safe; copies share one flag.
class CancelToken {
 public:
  CancelToken() : state_(std::make_shared<State>()) {}
  // A token that also counts as raised once `otherwise` returns true; any thread may call `otherwise`.
  static CancelToken or_when(std::function<bool()> otherwise) {
    CancelToken token;
    token.state_->otherwise = std::move(otherwise);
    return token;
  }

  void cancel() const { state_->raised.store(true, std::memory_order_relaxed); }
  bool cancelled() const {
    return state_->raised.load(std::memory_order_relaxed) || (state_->otherwise && state_->otherwise());
  }

 private:
  struct State {
    std::atomic<bool> raised = false;
    std::function<bool()> otherwise;
  };
  std::shared_ptr<State> state_;
};

// `done` is in [0, 1], or NaN when the total is unknown; `what` names the current step. Called from the
// working thread.
using Progress = std::function<void(double done, const std::string& what)>;

struct Work {
  CancelToken cancel;
  Progress progress;  // may be empty

  void report(double done, const std::string& what) const {
    if (progress) progress(done, what);
  }
};

// A part of the work: its progress from 0 to 1 is reported as `begin` to `end` of the total.
inline Work part_of(const Work& whole, double begin, double end) {
  Work part{whole.cancel, {}};
  if (whole.progress)
    part.progress = [report = whole.progress, begin, end](double done, const std::string& what) {
      report(begin + done * (end - begin), what);
    };
  return part;
}

inline tl::unexpected<Error> cancelled() { return fail(ErrorCode::cancelled, "The work was cancelled."); }

}  // namespace nsys_ai
