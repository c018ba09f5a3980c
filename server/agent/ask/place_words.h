// Which GPU is meant by its place among those of the capture: `the second GPU`.
#pragma once

#include <string>

#include "agent/ask/reading.h"
#include "profile/profile.h"

namespace nsys_ai::inline agent {

// How many tokens name a GPU by its place; 0 for none.
size_t place_words(ReadWords& reading, size_t at);

// The places become numbers of GPUs; says why not, where they cannot.
std::string settle_places(const Profile& profile, ReadWords& reading);

}  // namespace nsys_ai::inline agent
