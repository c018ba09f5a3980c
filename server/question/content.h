// Of which matter a text is, whatever its wording: what topics are found by.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "question/lexicon.h"

namespace nsys_ai {

// Whether it says of which matter a question is, and not how it is asked.
bool is_matter(Role role);
std::string matter_of(const Meaning& meaning);
// `keeping` and `keeps` are forms of `keep`.
std::string stem_of(std::string_view word);
// Of a title or an alias: roles and values of the lexicon, else stems of the words.
std::vector<std::string> content_of(std::string_view text);

}  // namespace nsys_ai
