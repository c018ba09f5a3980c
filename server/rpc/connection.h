// One client, from the first byte to the last: the threads between them, and the loop that reads.
//
// Reader thread (parses, enqueues, handles cancel) -> strand (owns the session's state) -> pool (two lanes)
// -> writer thread.
#pragma once

#include <atomic>

#include "rpc/dispatcher.h"
#include "rpc/parent_watch.h"
#include "rpc/transport.h"

namespace nsys_ai {

// Made and run by one thread.
class RpcConnection {
 public:
  explicit RpcConnection(Transport transport, PoolSize workers = {});

  // To be filled before `run`.
  Router& router() { return router_; }
  Client& client() { return client_; }
  // Ends the session when that process dies.
  void watch_parent(int64_t pid) { parent_.watch(pid); }

  // Thread-safe. Runs work that no request asked for on a worker.
  void post(Lane lane, std::function<void(Call&)> work);

  // Serves until the client is gone or says `exit`; the exit code of the process.
  int run();
  // Whether a handler still runs although it was cancelled seconds ago; the process is better ended than
  // waited for.
  bool stuck() const { return stuck_; }

 private:
  void read_messages();
  void take(std::string_view body);
  void take_request(IncomingMessage message);
  void take_notification(IncomingMessage message);
  void finish(int code);
  void wind_up();

  Transport transport_;
  Outgoing outgoing_;
  Strand strand_;
  Client client_;
  Router router_;
  InFlight in_flight_;
  Pool pool_;
  Dispatcher dispatcher_;
  ParentWatch parent_;
  std::atomic<int> exit_code_{-1};  // -1 while nobody decided on one
  bool stuck_ = false;
};

}  // namespace nsys_ai
