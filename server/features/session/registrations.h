// Capabilities that the server registers dynamically once the session has begun.
#pragma once

#include <vector>

#include "protocol/lsp_client.h"
#include "protocol/lsp_session.h"
#include "rpc/router.h"

namespace nsys_ai {

// Includes only methods that have a handler, and none that the reply to `initialize` can announce.
std::vector<lsp::Registration> registrations(const Router& router, const lsp::ClientCapabilities& client);

}  // namespace nsys_ai
