// The context of long work: a token by which it is cancelled, and a callback by which it reports progress.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"

namespace nsys_ai::inline base {

// Thread-safe; copies share one flag.
class CancelToken {
 public:
  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  bool cancelled() const { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

// `done` is in [0, 1]; `what` says what is being done. Called from the thread that works.
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
    part.progress = [tell = whole.progress, begin, end](double done, const std::string& what) {
      tell(begin + done * (end - begin), what);
    };
  return part;
}

inline tl::unexpected<Error> cancelled() { return fail(ErrorCode::cancelled, "The work was cancelled."); }

}  // namespace nsys_ai::inline base
