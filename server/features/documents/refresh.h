// Notifies the client that earlier answers are out of date.
#pragma once

#include "rpc/router.h"

namespace nsys_ai {

struct Session;

// What is wrong changed: clients that pull diagnostics are asked to pull again, the others are sent them
// again.
void refresh_diagnostics(Session& session);

// What is said of source files changed.
void refresh_sources(Session& session);

// How a client learns that what was answered meanwhile is out of date.
Router::ClientNotifier code_lenses_later(Session& session);
Router::ClientNotifier diagnostics_later(Session& session);
Router::ClientNotifier inlay_hints_later(Session& session);
Router::ClientNotifier semantic_tokens_later(Session& session);

// A profile was opened, activated, closed or reloaded: sources are perhaps shown with another one.
void active_profile_may_have_changed(Session& session);

// What the virtual documents that are open say changed, and with them their lenses, hints and diagnostics.
void refresh_documents(Session& session);

}  // namespace nsys_ai
