// The session strand: one thread that runs what concerns the session's state, one thing after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace nsys_ai {

// Thread-safe. What runs here never blocks: everything else waits behind it.
class Strand {
 public:
  Strand();
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // After a stop, tasks are dropped.
  void post(std::function<void()> task);
  // Runs what waits, and ends. Not to be called from a task.
  void stop();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace nsys_ai
