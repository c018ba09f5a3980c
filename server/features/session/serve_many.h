// Many clients at a time, over a Unix socket.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "features/session/server.h"

namespace nsys_ai {

// Each client has a session, threads and a fate of its own: its `exit` or its death ends its session alone.
// Returns when SIGINT, SIGTERM or SIGHUP came, or when no client was there for `idle_exit`; all sessions have
// ended then, and the socket is gone. Fails when the socket cannot be made.
Result<void> serve_many(Server& server, const std::string& path,
                        std::optional<std::chrono::seconds> idle_exit);

}  // namespace nsys_ai
