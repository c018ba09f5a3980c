// `Copies look slow to me, so how long is the longest one?`
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::inline agent {

// The question without the clause that says why somebody asks it; empty where there is no such clause, or
// where the question cannot be understood without it: it says `it` or `those` of something, or the clause has
// a number, a condition, or a kind of work that the question does not name.
std::string without_reason(std::string_view question);

// What may be asked where comments stand before or behind it: `startup is slow, is it MPI? how long is
// MPI_Init`. What loses least comes first; nothing is lost that `without_reason` would keep.
std::vector<std::string> without_comments(std::string_view question);

}  // namespace nsys_ai::inline agent
