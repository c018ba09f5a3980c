// One client of the server: its connection, its session, and all features.
#pragma once

#include "features/session/server.h"
#include "rpc/connection.h"

namespace nsys_ai {

// Serves until the client disconnects or sends `exit`, or the connection is closed. Returns the exit code
// that the client asked for.
int serve_client(Server& server, RpcConnection& connection);

}  // namespace nsys_ai
