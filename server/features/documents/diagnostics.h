// Diagnostics for clients that do not ask for them.
#pragma once

#include <string>

namespace nsys_ai {

struct Session;

// Whether the client asks for diagnostics, as LSP 3.17 has it.
bool pulls_diagnostics(const Session& session);

// On a worker, for documents that are open and about which there is something to say. Nothing for clients
// that ask.
void publish_diagnostics(Session& session, const std::string& uri);
// For a document that was closed.
void clear_diagnostics(Session& session, const std::string& uri);

}  // namespace nsys_ai
