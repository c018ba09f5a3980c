// "Did you mean": the names nearest to one that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

// The number of letters to insert, delete or replace to turn one text into the other.
size_t edit_distance(std::string_view a, std::string_view b);
// Up to three of `names` that contain `wanted` or have a small edit distance to it, the nearest first.
std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& names);
// "a, b or c"; empty for an empty list.
std::string either(const std::vector<std::string>& names);

}  // namespace nsys_ai
