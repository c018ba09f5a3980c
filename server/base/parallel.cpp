// Threads that live as long as the work: pieces are taken in order, one after the other.
#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/work_scope.h"

namespace nsys_ai::inline base {
namespace {

constexpr size_t kMaxThreads = 16;

// The quota of the control group in whole cores; 0 where there is none.
size_t quota_cores() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  const double cores = std::strtod(quota.c_str(), nullptr) / period;
  return cores < 1 ? 1 : static_cast<size_t>(cores + 0.5);
}

size_t measured_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  size_t cores = sched_getaffinity(0, sizeof(allowed), &allowed) == 0
                     ? static_cast<size_t>(CPU_COUNT(&allowed))
                     : std::thread::hardware_concurrency();
  if (const size_t quota = quota_cores(); quota > 0) cores = std::min(cores, quota);
  return std::clamp<size_t>(cores, 1, kMaxThreads);
}

}  // namespace

size_t usable_cores() {
  static const size_t cores = measured_cores();
  return cores;
}

void parallel_for(size_t threads, size_t count, const std::function<void(size_t)>& piece,
                  const std::function<void()>& wait) {
  if (threads <= 1 || count <= 1) {
    for (size_t i = 0; i < count; ++i) {
      checkpoint();
      piece(i);
      if (wait) wait();
    }
    return;
  }
  const WorkScope* const scope = WorkScope::innermost();
  std::atomic<size_t> next{0};
  std::mutex lock;
  std::condition_variable ended;
  size_t working = std::min(threads, count);
  std::exception_ptr thrown;
  const auto work = [&] {
    const HelpingWith helping(scope);
    try {
      for (size_t i = next++; i < count; i = next++) {
        checkpoint();
        piece(i);
      }
    } catch (...) {
      next = count;
      const std::lock_guard guard(lock);
      if (!thrown) thrown = std::current_exception();
    }
    const std::lock_guard guard(lock);
    --working;
    ended.notify_one();
  };
  std::vector<std::thread> pool;
  for (size_t i = working; i > 0; --i) pool.emplace_back(work);
  {
    std::unique_lock guard(lock);
    while (!ended.wait_for(guard, std::chrono::milliseconds(20), [&] { return working == 0; })) {
      guard.unlock();
      if (wait) wait();
      if (scope != nullptr) scope->tick();
      guard.lock();
    }
  }
  for (std::thread& thread : pool) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace nsys_ai::inline base
