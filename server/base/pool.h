// Worker threads in lanes, so that a short request never waits for long work, and no work waits for a slow
// network.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "base/work.h"

namespace nsys_ai {

// `quick`: takes milliseconds, like hovers and pages. `bulk`: loading, exports and other long work. `remote`:
// mostly waits for an external service.
enum class Lane { quick, bulk, remote };
std::string_view name_of(Lane lane);

struct PoolSize {
  size_t quick = 2;
  size_t bulk = 2;
  size_t remote = 3;
};

// Thread-safe. Each lane has its own threads and starts its tasks in the order in which they were posted.
class Pool {
 public:
  // A task checks its token often enough to end within 50 ms of a cancel.
  using Task = std::function<void(const CancelToken&)>;

  // Starts fewer threads when the system does not allow all of them; throws std::system_error when a lane
  // gets none.
  explicit Pool(PoolSize size = {});
  // Cancels the running tasks and waits for them without a timeout.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // After a stop, tasks are dropped; a task whose token is raised before its turn may be dropped too.
  void post(Lane lane, CancelToken token, Task task);
  // Drops waiting tasks, cancels running ones, and waits. Returns false when a task still runs after
  // `timeout`.
  bool stop(std::chrono::milliseconds timeout);

 private:
  struct Item {
    CancelToken token;
    Task task;
  };
  struct LaneState {
    std::deque<Item> waiting;
    size_t sweep_at = 0;  // the queue length at which cancelled tasks are removed again
    std::condition_variable posted;
  };
  bool start(size_t lane);
  void end();
  void work(LaneState& lane);

  std::mutex mutex_;
  std::array<LaneState, 3> lanes_;
  std::vector<const CancelToken*> running_;  // with capacity for one per thread, because starting a task must
                                             // not allocate
  size_t living_ = 0;                        // threads that have not ended
  std::condition_variable ended_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nsys_ai
