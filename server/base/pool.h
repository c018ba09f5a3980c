// Worker threads in lanes, so that a short request never waits for long work, and work never for the network.
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

// `quick`: milliseconds, for hovers and pages. `bulk`: loading, exports, whatever may take longer. `remote`:
// what waits for the service of somebody else most of its time.
enum class Lane { quick, bulk, remote };
std::string_view name_of(Lane lane);

struct PoolSize {
  size_t quick = 2;
  size_t bulk = 2;
  size_t remote = 3;
};

// Thread-safe. Each lane has threads of its own and starts its tasks in the order in which they were posted.
class Pool {
 public:
  // A task looks at its token often enough to end within 50 ms of a cancel.
  using Task = std::function<void(const CancelToken&)>;

  // With fewer threads where the system does not give all; throws std::system_error where a lane has none.
  explicit Pool(PoolSize size = {});
  // Stops and waits for as long as the running tasks take.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // After a stop, tasks are dropped; so may be those whose token is raised before their turn.
  void post(Lane lane, CancelToken token, Task task);
  // Drops what waits, cancels what runs, and waits. False when something still runs after `timeout`.
  bool stop(std::chrono::milliseconds timeout);

 private:
  struct Item {
    CancelToken token;
    Task task;
  };
  struct LaneState {
    std::deque<Item> waiting;
    size_t sweep_at = 0;  // when cancelled tasks are looked for again
    std::condition_variable posted;
  };
  bool start(size_t lane);
  void end();
  void work(LaneState& lane);

  std::mutex mutex_;
  std::array<LaneState, 3> lanes_;
  std::vector<const CancelToken*> running_;  // with room for one of each thread: a task begins without memory
  size_t living_ = 0;                        // threads that have not ended
  std::condition_variable ended_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace nsys_ai
