// The server as a whole: a transport, a session, and all features.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nsys_ai {

// stdio unless a port or a pipe is named.
struct ServeOptions {
  std::optional<uint16_t> port;          // of this machine, on which the client listens
  std::optional<std::string> pipe;       // a Unix socket on which the client listens
  std::optional<int64_t> client_pid;     // the server exits when this process dies
  std::optional<int64_t> answer_memory;  // bytes for answers that may be asked for again
};

// Serves one client until it goes; the exit code of the process.
int serve(const ServeOptions& options);

}  // namespace nsys_ai
