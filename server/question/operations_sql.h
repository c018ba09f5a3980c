// What runs on GPUs, and the gaps between, as statements in brackets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai::inline question {

const std::string& all_operations();

// Gaps of a GPU that several processes use, in which none of them has anything on it.
std::string shared_gaps();

}  // namespace nsys_ai::inline question
