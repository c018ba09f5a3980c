// The lanes' threads.
#include "base/pool.h"

#include <algorithm>
#include <exception>
#include <system_error>

#include "base/guarded.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewTasks = 256;

}  // namespace

std::string_view name_of(Lane lane) {
  switch (lane) {
    case Lane::quick:
      return "quick";
    case Lane::bulk:
      return "bulk";
    case Lane::remote:
      return "remote";
  }
  return "";
}

Pool::Pool(PoolSize size) {
  const std::array<size_t, 3> counts = {size.quick, size.bulk, size.remote};
  for (size_t lane = 0; lane < counts.size(); ++lane)
    for (size_t at = 0; at < counts[lane]; ++at)
      if (!start(lane) && at == 0) {
        end();
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      }
}

bool Pool::start(size_t lane) {
  const std::lock_guard lock(mutex_);
  try {
    running_.reserve(living_ + 1);
    threads_.emplace_back([this, lane] { work(lanes_[lane]); });
  } catch (const std::exception&) {
    return false;
  }
  ++living_;
  return true;
}

void Pool::end() {
  stop(std::chrono::milliseconds(0));
  for (auto& thread : threads_) thread.join();
}

Pool::~Pool() { end(); }

void Pool::post(Lane lane, CancelToken token, Task task) {
  LaneState& state = lanes_[static_cast<size_t>(lane)];
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  // Without this, cancelled tasks would pile up behind long work.
  if (state.waiting.size() >= std::max(state.sweep_at, kFewTasks)) {
    std::erase_if(state.waiting, [](const Item& item) { return item.token.cancelled(); });
    state.sweep_at = 2 * state.waiting.size();
  }
  state.waiting.push_back({std::move(token), std::move(task)});
  state.posted.notify_one();
}

bool Pool::stop(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (LaneState& lane : lanes_) {
    lane.waiting.clear();
    lane.posted.notify_all();
  }
  for (const CancelToken* token : running_) token->cancel();
  return ended_.wait_for(lock, timeout, [this] { return living_ == 0; });
}

void Pool::work(LaneState& lane) {
  std::unique_lock lock(mutex_);
  while (true) {
    lane.posted.wait(lock, [&] { return stopping_ || !lane.waiting.empty(); });
    if (stopping_) break;
    Item item = std::move(lane.waiting.front());
    lane.waiting.pop_front();
    running_.push_back(&item.token);
    lock.unlock();
    run_guarded("A task", [&] { item.task(item.token); });
    item.task = nullptr;
    lock.lock();
    std::erase(running_, &item.token);
  }
  if (--living_ == 0) ended_.notify_all();
}

}  // namespace nsys_ai
