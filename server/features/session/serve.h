// Runs the server, for one client that started it or that it connects to, or for many clients that connect to
// it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "http/loopback.h"

namespace nsys_ai {

// The server uses stdio unless an option names a port, a pipe or a socket to listen on.
struct ServeOptions {
  std::optional<uint16_t> port;                   // of this machine, on which the client listens
  std::optional<std::string> pipe;                // a Unix socket on which the client listens
  std::optional<std::string> listen;              // a Unix socket to create for any number of clients
  std::optional<std::chrono::seconds> idle_exit;  // with `listen`: exit after this time without a client
  std::optional<int64_t> client_pid;              // exit when this process dies
  std::optional<int64_t> answer_memory;           // bytes for cached answers
  std::optional<std::string> trace_self;          // where to write a trace of the server's own work
  LoopbackServer::Options viewer = {};            // how the user's browser reaches traces and pages
};

// Serves one client until it disconnects, or all clients until a signal ends the server. Returns the exit
// code of the process.
int serve(const ServeOptions& options);

}  // namespace nsys_ai
