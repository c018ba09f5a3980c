// Notices when the process that started the server has exited, so that no server outlives its editor.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace nsys_ai {

// Thread-safe.
class ParentWatch {
 public:
  // `gone` is called once, from the watching thread.
  explicit ParentWatch(std::function<void()> gone) : gone_(std::move(gone)) {}
  ~ParentWatch();
  ParentWatch(const ParentWatch&) = delete;
  ParentWatch& operator=(const ParentWatch&) = delete;

  // Watches the first process passed. Ignores a process that is not visible from here, for example in another
  // container, because its absence means nothing.
  void watch(int64_t pid);

 private:
  void look_until_gone(int64_t pid);

  std::function<void()> gone_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace nsys_ai
