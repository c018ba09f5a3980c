// Owns the threads that serve one client, and the loop that reads its messages.
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

// The sizes of the queues, and the requests that wait in them.
struct ConnectionLoad {
  std::vector<RequestState> requests;
  size_t waiting_messages = 0;  // for the strand
  size_t outgoing_bytes = 0;    // that the client has not read
};

// Used by the thread that runs it, except for functions marked as thread-safe.
class RpcConnection {
 public:
  explicit RpcConnection(Transport transport, PoolSize workers = {});

  // Add handlers before `run`.
  Router& router() { return router_; }
  Client& client() { return client_; }
  // Ends the session when that process dies.
  void watch_parent(int64_t pid) { parent_.watch(pid); }
  // Set it before `run`; it must outlive the connection.
  void set_observer(RequestObserver* watch) { dispatcher_.set_observer(watch); }

  // Thread-safe. Runs work without a request on a worker.
  void post(Lane lane, std::function<void(Call&)> work);

  // Serves until the client disconnects or sends `exit`, and until no handler runs any more. Returns the exit
  // code of the process.
  int run();
  // `run` calls `stuck` with the exit code if a handler still runs seconds after its cancellation. A process
  // that serves one client should then exit instead of waiting. Set it before `run`.
  void on_stuck(std::function<void(int)> stuck) { when_stuck_ = std::move(stuck); }

  // Thread-safe. Ends the session as if the client had disconnected.
  void end() { finish(1); }
  // Thread-safe. Fails pending requests on this subject as outdated, because their data was replaced.
  void content_modified(std::string_view subject) { dispatcher_.content_modified(subject); }
  // Thread-safe.
  ConnectionLoad load() const;

 private:
  void read_messages();
  void handle(std::string_view body);
  void handle_request(IncomingMessage message, size_t bytes);
  void handle_notification(IncomingMessage message);
  void finish(int code);
  void finish_session();
  int exit_code() const;

  // Declared before the threads that write them, and so destroyed after those have ended.
  std::atomic<int> exit_code_{-1};  // -1 while it is undecided
  CancelToken ending_;              // raised together with exit_code_
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
