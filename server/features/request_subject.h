// Which profile a request reads.
#pragma once

#include <string>

#include "protocol/json.h"

namespace nsys_ai {

struct Session;

// The handle; empty for requests that read none, and for those that open one: what they say is new.
std::string request_subject(const Session& session, const Json& params);

}  // namespace nsys_ai
