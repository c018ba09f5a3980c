// The session strand: one thread that runs what concerns the session's state, one thing after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace nsys_ai {

// Thread-safe. What runs here never blocks: everything else is queued after it.
class Strand {
 public:
  Strand();
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // After a stop, tasks are dropped.
  void post(std::function<void()> task);
  // Waits until at most this many tasks wait. Must not be called from a task.
  void wait_for_room(size_t tasks);
  size_t waiting() const;
  // Runs what waits, and ends. Must not be called from a task.
  void stop();

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable posted_;
  std::condition_variable taken_;
  std::deque<std::function<void()>> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace nsys_ai
