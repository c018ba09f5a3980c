// What takes seconds on a large run, made by a thread while a person looks at the rest.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "base/context.h"
#include "base/log.h"
#include "base/work.h"

namespace nsys_ai {

// Stops the work when it is destroyed. A failure is logged, and leaves the value as it was.
template <class T>
class Late {
 public:
  // `what` names it in the log.
  Late(std::string what, T value, std::function<T(const Work&)> make)
      : value_(std::move(value)), thread_([this, what = std::move(what), make = std::move(make)] {
          const Work work{gone_, {}};
          const WorkScope scope(work);
          try {
            value_ = make(work);
          } catch (const Cancelled&) {
            return;
          } catch (const std::exception& thrown) {
            log_error(what + " failed: " + thrown.what());
          }
          ready_ = true;
        }) {}
  ~Late() {
    gone_.cancel();
    thread_.join();
  }
  Late(const Late&) = delete;
  Late& operator=(const Late&) = delete;

  bool ready() const { return ready_; }
  // Only once it is ready.
  const T& value() const { return value_; }

 private:
  CancelToken gone_;
  T value_;
  std::atomic<bool> ready_ = false;
  std::thread thread_;
};

}  // namespace nsys_ai
