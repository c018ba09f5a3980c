// An observer of the work for requests.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/pool.h"

namespace nsys_ai {

// Thread-safe. What is called between two of its calls is work for that request.
class RequestObserver {
 public:
  struct Begin {
    std::string_view method;
    std::optional<Lane> lane;  // none: the session strand
    std::chrono::steady_clock::time_point arrived;
  };
  virtual ~RequestObserver() = default;
  // By the thread that will work. Returns a number that identifies the work in the other calls.
  virtual uint64_t began(const Begin& begin) = 0;
  // The work is at another stage, such as "reading kernels".
  virtual void stage(uint64_t work, std::string_view what) = 0;
  // `good`: a result was made. `late`: nobody waited for it any more.
  virtual void ended(uint64_t work, bool good, bool late) = 0;
};

}  // namespace nsys_ai
