// Builds data that quick requests found missing, on the bulk lane, one build after the other.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include "base/pool.h"

namespace nsys_ai {

// Thread-safe. Uses one worker of the lane at a time, however many builds wait. The pool must end before this
// object.
class BackgroundBuilds {
 public:
  explicit BackgroundBuilds(Pool& pool) : pool_(pool) {}

  // Does nothing if a build of that name waits or runs, because it produces the same data.
  void add(const std::string& name, Pool::Task task);

 private:
  // Drops newer builds while this many wait; later requests ask for them again.
  static constexpr size_t kMax = 64;
  struct Item {
    std::string name;
    Pool::Task task;
  };
  void post_next();

  Pool& pool_;
  std::mutex mutex_;
  std::deque<Item> waiting_;  // the first one is running
};

}  // namespace nsys_ai
