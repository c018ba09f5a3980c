// `which kernel ran right after the longest gap`.
#pragma once

#include <string>
#include <vector>

#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// The question for the first event behind another, or for the last one before it; empty where the words ask
// for no neighbour.
std::string neighbour_question(const std::vector<WordToken>& tokens);

}  // namespace nsys_ai::inline agent
