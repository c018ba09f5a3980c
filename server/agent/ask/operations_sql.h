// What runs on GPUs, and the gaps between, as statements in brackets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

const std::string& all_operations();

// Gaps of one stream: between an operation and the latest end of those before it on that stream. Of each
// operation no more than that needs, since SQLite holds all of them to sort them.
std::string stream_gaps(int64_t stream);

// Gaps of a GPU that several processes use, in which none of them has anything on it.
std::string shared_gaps();

}  // namespace nsys_ai::inline agent
