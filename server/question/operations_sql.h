// SQL subqueries for operations on GPUs and for the gaps between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "question/query.h"

namespace nsys_ai {

const std::string& all_operations();

// Gaps of a GPU that several processes share, in which none of them uses it.
std::string shared_gaps();

// Whether the measure is overlap or exposed time, of communication or of copies.
bool is_part_of_communication(Measure measure);
bool is_part_of_copying(Measure measure);
// Times of GPUs that several processes share: `part` and `whole` by `device`, without `pid`.
std::string figures_of_shared(Measure measure);
// Overlapped and exposed times for shared GPUs, from the lengths of the two unions and of their combined
// union.
std::string overlaps_of_shared(Measure measure);

}  // namespace nsys_ai
