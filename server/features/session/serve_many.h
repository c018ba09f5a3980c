// Serves many clients at a time over a Unix socket.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "features/session/server.h"

namespace nsys_ai {

// Each client has its own session and threads, so that its `exit` or its death ends only its session. Returns
// after SIGINT, SIGTERM or SIGHUP, or when no client was connected for `idle_exit`; by then all sessions have
// ended and the socket is removed. Fails if the socket cannot be created.
Result<void> serve_many(Server& server, const std::string& path,
                        std::optional<std::chrono::seconds> idle_exit);

}  // namespace nsys_ai
