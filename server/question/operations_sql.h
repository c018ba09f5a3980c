// What runs on GPUs, and the gaps between, as statements in brackets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "question/query.h"

namespace nsys_ai {

const std::string& all_operations();

// Gaps of a GPU that several processes use, in which none of them has anything on it.
std::string shared_gaps();

// Overlap or exposed time of communication, or of copies.
bool is_part_of_communication(Measure measure);
bool is_part_of_copying(Measure measure);
// Times of GPUs, of all processes that use one together: `part` and `whole` by `device`, and no `pid`.
std::string figures_of_shared(Measure measure);
// What ran beside others, and what did not, alike: from times of unions, and of the union of both.
std::string overlaps_of_shared(Measure measure);

}  // namespace nsys_ai
