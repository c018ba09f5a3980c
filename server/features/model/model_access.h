// Whom a client's questions in words go to, as its settings, its workspace and its editor have it.
#pragma once

#include "base/result.h"
#include "features/model/access_provider.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct Session;

// Fails on settings that are none.
Result<ModelAccess> model_access(Session& session);

// The same as it is now, for pages in the browser, which may outlive the session: they cannot ask the editor.
AccessProvider browser_model_access(Session& session);

}  // namespace nsys_ai
