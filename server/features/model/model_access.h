// Chooses the language model that answers a client's questions, from its settings, its workspace and its
// editor.
#pragma once

#include "base/result.h"
#include "features/model/access_provider.h"
#include "tools/model_reply.h"

namespace nsys_ai {

struct Session;

// Fails on invalid settings.
Result<ModelAccess> model_access(Session& session);

// The same with the current settings, for pages in the browser. They may outlive the session and therefore
// cannot ask the editor.
AccessProvider browser_model_access(Session& session);

}  // namespace nsys_ai
