// Pushes diagnostics to clients that do not pull them.
#pragma once

#include <string>

namespace nsys_ai {

struct Session;

// Whether the client pulls diagnostics, which LSP 3.17 introduced.
bool pulls_diagnostics(const Session& session);

// Sends diagnostics of an open document from a worker. Does nothing for clients that pull diagnostics.
void publish_diagnostics(Session& session, const std::string& uri);
// Removes the diagnostics of a closed document.
void clear_diagnostics(Session& session, const std::string& uri);

}  // namespace nsys_ai
