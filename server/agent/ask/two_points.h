// Questions for the time from one point to another, each the start or the end of an event.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// Whether the words name two such points.
bool says_two_points(const std::vector<WordToken>& tokens);

// `from the end of the first copy to the start of the second`, with what the second one is.
std::string with_second_thing(const std::vector<WordToken>& tokens);

}  // namespace nsys_ai::inline agent
