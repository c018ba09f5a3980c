// One client, from the first byte to the last: the threads between them, and the loop that reads.
//
// Reader thread (parses, enqueues, handles cancel) -> strand (owns the session's state) -> pool (two lanes)
// -> writer thread.
#pragma once

#include <atomic>
#include <vector>

#include "rpc/dispatcher.h"
#include "rpc/parent_watch.h"
#include "rpc/transport.h"

namespace nsys_ai {

// What waits, and for how long.
struct ConnectionLoad {
  std::vector<RequestState> requests;
  size_t waiting_messages = 0;  // for the strand
  size_t outgoing_bytes = 0;    // that the client has not read
};

// Run by one thread; what is not said to be thread-safe is for that one.
class RpcConnection {
 public:
  explicit RpcConnection(Transport transport, PoolSize workers = {});

  // To be filled before `run`.
  Router& router() { return router_; }
  Client& client() { return client_; }
  // Ends the session when that process dies.
  void watch_parent(int64_t pid) { parent_.watch(pid); }
  // To be set before `run`; outlives the connection.
  void set_observer(RequestObserver* watch) { dispatcher_.set_observer(watch); }

  // Thread-safe. Runs work that no request asked for on a worker.
  void post(Lane lane, std::function<void(Call&)> work);

  // Serves until the client is gone or says `exit`, and until no handler runs any more; the exit code of the
  // process.
  int run();
  // Called by `run` with the exit code where a handler still runs although it was cancelled seconds ago. The
  // process of one client is better ended then than waited for. To be set before `run`.
  void when_stuck(std::function<void(int)> stuck) { when_stuck_ = std::move(stuck); }

  // Thread-safe: ends the session as if the client had gone.
  void end() { finish(1); }
  // Thread-safe: what requests with this subject read was replaced; they are answered so.
  void content_modified(std::string_view subject) { dispatcher_.content_modified(subject); }
  // Thread-safe.
  ConnectionLoad load() const;

 private:
  void read_messages();
  void handle(std::string_view body);
  void handle_request(IncomingMessage message, size_t bytes);
  void handle_notification(IncomingMessage message);
  void finish(int code);
  void wind_up();
  int exit_code() const;

  // Before the threads that decide on them, and so there until those have ended.
  std::atomic<int> exit_code_{-1};  // -1 while it is undecided
  CancelToken ending_;              // raised with it
  Transport transport_;
  Outgoing outgoing_;
  Strand strand_;
  Client client_;
  Router router_;
  InFlight in_flight_;
  Pool pool_;
  Dispatcher dispatcher_;
  ParentWatch parent_;
  std::function<void(int)> when_stuck_;
};

}  // namespace nsys_ai
