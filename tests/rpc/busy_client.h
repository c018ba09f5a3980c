// A client with many requests under way at a time, each with the time that its reply took.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "protocol/json.h"
#include "rpc/framing.h"
#include "server_process.h"

namespace nsys_ai::test {

// Thread-safe.
class BusyClient {
 public:
  using Clock = std::chrono::steady_clock;
  struct Reply {
    Json message;
    Clock::time_point arrived;
  };

  // Starts the program and begins a session.
  explicit BusyClient(const std::string& program);
  ~BusyClient();
  BusyClient(const BusyClient&) = delete;
  BusyClient& operator=(const BusyClient&) = delete;

  // The id of the request.
  int64_t ask(const std::string& method, const std::string& params);
  void tell(const std::string& method, const std::string& params);
  // Throws when the server ends without a reply.
  Reply wait(int64_t id);
  Json result(const std::string& method, const std::string& params);
  // What the server has in memory, in bytes.
  int64_t resident() const;
  // The time that its threads have run so far.
  std::chrono::milliseconds processor_time() const;

 private:
  void read();

  ServerProcess server_;
  std::mutex writing_;
  std::mutex lock_;
  std::condition_variable arrived_;
  std::map<int64_t, Reply> replies_;
  int64_t last_id_ = 0;
  bool ended_ = false;
  std::thread reader_;
};

}  // namespace nsys_ai::test
