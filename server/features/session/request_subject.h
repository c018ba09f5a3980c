// Determines which profile a request reads.
#pragma once

#include "protocol/json.h"
#include "rpc/call.h"

namespace nsys_ai {

struct Session;

// Identifies the profile by its handle. Empty for requests that read no profile and for requests that open
// one, which always produce new data. For a virtual document, the subject also holds its RequestedDocument.
RequestSubject request_subject(const Session& session, const Json& params);

}  // namespace nsys_ai
