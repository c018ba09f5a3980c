// The command nsys-ai.annotate: changes the text of a Python source that is open in the editor.
#pragma once

#include "protocol/json.h"
#include "rpc/call.h"

namespace nsys_ai {

struct Session;

// Asks the client to change the text, and returns the change too. Fails on an argument that is wrong, and
// with the reason where no range can go.
Result<Json> handle_annotate(Session& session, const Json& argument, Call& call);

}  // namespace nsys_ai
