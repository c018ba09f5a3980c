// The session strand: one thread that runs all changes of the session's state, one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace nsys_ai {

// Thread-safe. Tasks must not block, because all later tasks wait for them.
class Strand {
 public:
  Strand();
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  // Drops tasks after `stop`.
  void post(std::function<void()> task);
  // Waits until at most this many tasks are queued. Must not be called from a task.
  void wait_for_room(size_t tasks);
  size_t waiting() const;
  // Runs the queued tasks and ends the thread. Must not be called from a task.
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
