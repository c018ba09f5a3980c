// The strand's thread.
#include "rpc/strand.h"

#include "base/guarded.h"

namespace nsys_ai {

Strand::Strand() : thread_([this] { work(); }) {}

Strand::~Strand() { stop(); }

void Strand::post(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  waiting_.push_back(std::move(task));
  posted_.notify_one();
}

void Strand::wait_for_room(size_t tasks) {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [&] { return stopping_ || waiting_.size() <= tasks; });
}

size_t Strand::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void Strand::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    posted_.notify_one();
    taken_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Strand::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    posted_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto task = std::move(waiting_.front());
    waiting_.pop_front();
    taken_.notify_all();
    lock.unlock();
    run_guarded("A task of the session", task);
    lock.lock();
  }
}

}  // namespace nsys_ai
