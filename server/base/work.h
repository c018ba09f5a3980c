// The context of long work: a token by which it is cancelled, and a callback by which it reports progress.
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
  // One that counts as raised also once `otherwise` says so, which any thread may ask.
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

// `done` is in [0, 1], or NaN where nobody knows how much there is; `what` says what is being done. Called
// from the thread that works.
using Progress = std::function<void(double done, const std::string& what)>;

struct Work {
  CancelToken cancel;
  Progress progress;  // may be empty

  void report(double done, const std::string& what) const {
    if (progress) progress(done, what);
  }
};

// A part of the work, whose progress from 0 to 1 is reported as `begin` to `end` of the whole.
inline Work part_of(const Work& whole, double begin, double end) {
  Work part{whole.cancel, {}};
  if (whole.progress)
    part.progress = [report_loss = whole.progress, begin, end](double done, const std::string& what) {
      report_loss(begin + done * (end - begin), what);
    };
  return part;
}

inline tl::unexpected<Error> cancelled() { return fail(ErrorCode::cancelled, "The work was cancelled."); }

}  // namespace nsys_ai
