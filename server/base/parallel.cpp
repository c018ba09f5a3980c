// Starts threads for each call; they take pieces in order.
#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxThreads = 16;
constexpr std::chrono::milliseconds kBetweenLooks(1);

// The control group's quota in full cores; 0 when there is none.
size_t quota_cores() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
  const double cores = std::strtod(quota.c_str(), nullptr) / period;
  return cores < 1 ? 1 : static_cast<size_t>(std::lround(cores));
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

namespace {

// The pieces of one call, which its threads take. Outlives the threads.
class Pieces {
 public:
  Pieces(size_t count, const std::function<void(size_t)>& piece) : count_(count), piece_(piece) {}
  ~Pieces() {
    next_ = count_;
    for (std::thread& thread : threads_) thread.join();
  }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  // When the system starts no more threads, the existing ones do the work.
  void start(size_t threads) {
    threads_.reserve(threads);
    try {
      while (threads_.size() < threads) {
        threads_.emplace_back([this] { work(); });
        const std::lock_guard guard(lock_);
        ++started_;
      }
    } catch (const std::exception&) {
    }
  }
  // Waits until every thread has ended; returns false when there are none.
  bool wait(const std::function<void()>& meanwhile) {
    std::unique_lock guard(lock_);
    while (
        !ended_changed_.wait_for(guard, std::chrono::milliseconds(20), [&] { return ended_ == started_; })) {
      guard.unlock();
      if (meanwhile) meanwhile();
      if (context_.work != nullptr) context_.work->tick();
      guard.lock();
    }
    if (thrown_) std::rethrow_exception(thrown_);
    return started_ > 0;
  }
  void do_all_here(const std::function<void()>& meanwhile) {
    while (next_ < count_) {
      check_cancelled();
      piece_(next_++);
      if (meanwhile) meanwhile();
    }
  }

 private:
  void work() {
    const ScopedContext bound(context_);
    std::exception_ptr thrown;
    try {
      std::chrono::steady_clock::time_point looked;
      for (size_t i = next_++; i < count_; i = next_++) {
        // The cancel check reads state that all threads share, and there may be a million small pieces.
        if (const auto now = std::chrono::steady_clock::now(); now - looked >= kBetweenLooks) {
          looked = now;
          check_cancelled();
        }
        piece_(i);
      }
    } catch (...) {
      next_ = count_;
      thrown = std::current_exception();
    }
    const std::lock_guard guard(lock_);
    if (!thrown_) thrown_ = thrown;
    ++ended_;
    ended_changed_.notify_one();
  }

  const size_t count_;
  const std::function<void(size_t)>& piece_;
  const Context context_ = Context::current().for_helper();  // of the calling thread
  std::atomic<size_t> next_{0};
  std::mutex lock_;
  std::condition_variable ended_changed_;
  size_t started_ = 0;
  size_t ended_ = 0;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace

void parallel_for(size_t threads, size_t count, const std::function<void(size_t)>& piece,
                  const std::function<void()>& wait) {
  Pieces pieces(count, piece);
  if (threads > 1 && count > 1) {
    pieces.start(std::min(threads, count));
    if (pieces.wait(wait)) return;
  }
  pieces.do_all_here(wait);
}

size_t shares_of(size_t rows, size_t kept) {
  constexpr size_t kWorthThread = size_t{1} << 17;
  return std::clamp<size_t>(rows / std::max(kWorthThread, kept), 1, usable_cores());
}

}  // namespace nsys_ai
