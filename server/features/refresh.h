// Tells the client that what it was answered is out of date.
#pragma once

namespace nsys_ai {

struct Session;

// What is wrong changed: clients that ask are told to ask again, the others are sent it anew.
void refresh_diagnostics(Session& session);

// What is said of source files changed.
void refresh_sources(Session& session);

// A profile was opened, activated, closed or read anew: sources are perhaps shown with another one.
void active_profile_may_have_changed(Session& session);

// What the generated documents that are open say changed, and with them their lenses, hints and diagnostics.
void refresh_documents(Session& session);

}  // namespace nsys_ai
