// Observes the work that threads do for requests.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/pool.h"

namespace nsys_ai {

// Thread-safe. Work between `began` and `ended` on a thread is work for that request.
class RequestObserver {
 public:
  struct Begin {
    std::string_view method;
    std::optional<Lane> lane;  // empty: the session strand
    std::chrono::steady_clock::time_point arrived;
  };
  virtual ~RequestObserver() = default;
  // Called by the thread that will work. Returns a number that identifies the work in the other calls.
  virtual uint64_t began(const Begin& begin) = 0;
  // The work reached another stage, for example "reading kernels".
  virtual void stage(uint64_t work, std::string_view what) = 0;
  // `good`: the handler returned a result. `late`: the request had already been answered.
  virtual void ended(uint64_t work, bool good, bool late) = 0;
};

}  // namespace nsys_ai
