// `which kernel ran right after the longest gap`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// The question for the first event behind another, or for the last one before it; empty where the words ask
// for no neighbour.
std::string neighbour_question(const std::vector<WordToken>& tokens);

// `What is the short name of the kernel immediately preceding X?` as `which kernel ran right before X`; empty for
// what asks for no neighbour.
std::string with_neighbour_named(std::string_view question);

}  // namespace nsys_ai::inline agent
