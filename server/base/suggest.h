// "Did you mean": the names nearest to one that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// How many letters are to be put in, left out or replaced to make one of the other.
size_t edit_distance(std::string_view a, std::string_view b);
// Up to three of `names` that are near `wanted` by edit distance or contain it, the nearest first.
std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& names);
// "a, b or c"; empty for an empty list.
std::string either(const std::vector<std::string>& names);

}  // namespace nsys_ai
