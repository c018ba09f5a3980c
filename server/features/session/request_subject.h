// Which profile a request reads.
#pragma once

#include "protocol/json.h"
#include "rpc/call.h"

namespace nsys_ai {

struct Session;

// By its handle; none for requests that read none, and for those that open one: what they say is new. A
// request about a document of ours has it asked as an AskedDocument.
RequestSubject request_subject(const Session& session, const Json& params);

}  // namespace nsys_ai
