// The server as a whole: one client that started it or that it connects to, or many that connect to it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "http/loopback.h"

namespace nsys_ai {

// stdio unless a port, a pipe or a place to listen is named.
struct ServeOptions {
  std::optional<uint16_t> port;                   // of this machine, on which the client listens
  std::optional<std::string> pipe;                // a Unix socket on which the client listens
  std::optional<std::string> listen;              // a Unix socket to make, for as many clients as come
  std::optional<std::chrono::seconds> idle_exit;  // of `listen`: end when no client is there for so long
  std::optional<int64_t> client_pid;              // the server exits when this process dies
  std::optional<int64_t> answer_memory;           // bytes for answers that may be asked for again
  std::optional<std::string> trace_self;          // where to write a trace of the server's own work
  LoopbackServer::Options viewer = {};            // how traces and pages reach the user's browser
};

// Serves one client until it goes, or all until a signal ends the server; the exit code of the process.
int serve(const ServeOptions& options);

}  // namespace nsys_ai
