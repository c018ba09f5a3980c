// What quick requests found missing, made on the bulk lane, one after the other.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include "base/pool.h"

namespace nsys_ai {

// Thread-safe. Takes one worker of the lane at a time, however many wait; the pool ends before this.
class BackgroundBuilds {
 public:
  explicit BackgroundBuilds(Pool& pool) : pool_(pool) {}

  // Nothing happens where one of that name waits or runs: what it makes is what is asked for.
  void add(const std::string& name, Pool::Task task);

 private:
  // As more questions of other kinds about other profiles wait, newer ones are dropped: they are asked again.
  static constexpr size_t kMax = 64;
  struct Item {
    std::string name;
    Pool::Task task;
  };
  void post_next();

  Pool& pool_;
  std::mutex mutex_;
  std::deque<Item> waiting_;  // the first one runs
};

}  // namespace nsys_ai
