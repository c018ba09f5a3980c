// The subject words of a text, whatever its wording; topics are found by them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "question/lexicon.h"

namespace nsys_ai {

// Whether a role names the subject of a question, and not its form.
bool is_subject_role(Role role);
std::string subject_key(const Meaning& meaning);
// `keeping` and `keeps` are forms of `keep`.
std::string stem_of(std::string_view word);
// The content of a title or an alias: roles and values of the lexicon, otherwise word stems.
std::vector<std::string> content_of(std::string_view text);

}  // namespace nsys_ai
