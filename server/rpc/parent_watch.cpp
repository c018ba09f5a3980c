// Checks twice a second whether the process is alive.
#include "rpc/parent_watch.h"

#include <sys/types.h>

#include <cerrno>
#include <csignal>
#include <limits>
#include <string>

#include "base/guarded.h"
#include "base/log.h"

namespace nsys_ai {
namespace {

constexpr std::chrono::milliseconds kLookPace{500};

bool alive(pid_t pid) { return ::kill(pid, 0) == 0 || errno == EPERM; }

}  // namespace

ParentWatch::~ParentWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    stop_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void ParentWatch::watch(int64_t pid) {
  if (pid <= 0 || pid > std::numeric_limits<pid_t>::max()) return;
  const auto parent = static_cast<pid_t>(pid);
  if (!alive(parent)) return log_info("Process " + std::to_string(pid) + " cannot be seen from here.");
  std::unique_lock lock(mutex_);
  if (thread_.joinable() || stopping_) return;
  const bool started = run_guarded("The watch over the client's process", [&] {
    thread_ = std::thread([this, parent] { run_guarded("The watch", [&] { look_until_gone(parent); }); });
  });
  if (!started) log_info("Process " + std::to_string(pid) + " is not watched.");
}

void ParentWatch::look_until_gone(int64_t pid) {
  std::unique_lock waiting(mutex_);
  while (!stop_.wait_for(waiting, kLookPace, [this] { return stopping_; })) {
    if (alive(static_cast<pid_t>(pid))) continue;
    waiting.unlock();
    log_info("The client's process is gone.");
    return gone_();
  }
}

}  // namespace nsys_ai
