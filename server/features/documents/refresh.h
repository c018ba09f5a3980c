// Notifies the client that earlier answers are out of date.
#pragma once

#include "rpc/router.h"

namespace nsys_ai {

struct Session;

// Call after diagnostics changed. Clients that pull diagnostics are asked to pull again; other clients
// receive the new diagnostics.
void refresh_diagnostics(Session& session);

// Call after the annotations of source files changed.
void refresh_sources(Session& session);

// Each notifies the client that its provisional answers are out of date.
Router::ClientNotifier code_lens_notifier(Session& session);
Router::ClientNotifier diagnostics_notifier(Session& session);
Router::ClientNotifier inlay_hint_notifier(Session& session);
Router::ClientNotifier semantic_tokens_notifier(Session& session);

// Call after a profile was opened, activated, closed or reloaded: source files may now show another profile.
void active_profile_may_have_changed(Session& session);

// Call after open virtual documents changed. Refreshes their lenses, hints and diagnostics, too.
void refresh_documents(Session& session);

}  // namespace nsys_ai
