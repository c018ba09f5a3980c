// Notices when the process that started the server is gone, so that no server outlives its editor.
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

  // The first process named is watched. One that cannot be seen from here (it lives in another container,
  // say) is not: its absence means nothing.
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
