// Changes to a file that a fuzzer tries: at the places where SQLite's format stores sizes and positions.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace nsys_ai::fuzz {

// One to four changes. The magic and the page size mostly survive, so that the file gets past the first look.
std::string damaged(std::string bytes, std::mt19937& random);

}  // namespace nsys_ai::fuzz
