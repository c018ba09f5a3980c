// What is registered once the session has begun, with clients that leave it to the server.
#pragma once

#include <vector>

#include "protocol/lsp_client.h"
#include "protocol/lsp_session.h"
#include "rpc/router.h"

namespace nsys_ai {

// Only what there is a handler for. What `initialize` can say is said there.
std::vector<lsp::Registration> registrations(const Router& router, const lsp::ClientCapabilities& client);

}  // namespace nsys_ai
