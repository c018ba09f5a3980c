// A client in the server's own process that sends one request after the other.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "features/session/server.h"
#include "protocol/json.h"
#include "rpc/connection.h"
#include "rpc/framing.h"

namespace nsys_ai {

// Used by one thread. Speaks to a session of the server over a pair of sockets, like any editor.
class SelfClient {
 public:
  explicit SelfClient(Server& server);
  ~SelfClient();
  SelfClient(const SelfClient&) = delete;
  SelfClient& operator=(const SelfClient&) = delete;

  // Waits for the result; fails with the server's error.
  Result<Json> ask(std::string_view method, Json params);
  void notify(std::string_view method, Json params);
  // Waits until the server has ended the session; returns its exit code.
  int wait_for_end();

 private:
  struct Ends {
    int client = -1;
    int server = -1;
  };
  static Ends make_ends();
  SelfClient(Server& server, Ends ends);

  Transport transport_;
  FrameReader frames_;
  RpcConnection connection_;
  int exit_code_ = -1;
  int64_t last_id_ = 0;
  std::thread serving_;
};

}  // namespace nsys_ai
