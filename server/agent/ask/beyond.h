// What no question is answered about, though people ask: why, and where else it is found.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// Why the question cannot be answered, where its words name such a topic; else empty.
std::string why_beyond(const std::vector<WordToken>& tokens);

}  // namespace nsys_ai::inline agent
