// A skill that is one SELECT over the relational model, from the text of a `.sql` file (skill/sql_file.h).
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/skill.h"

namespace nsys_ai {

// The skill is named after its file, without folders and `.sql`. Reports every mistake that can be found
// without a profile: `FILE:LINE: what is wrong`.
//
// The SELECT returns all rows in a total order; the caller cuts them at `limit` and reports how many there
// were. A skill that declares no parameter `limit` gets one of 20. A SELECT that itself uses `:limit` gets
// the largest integer for it, so that all rows are still counted. A value takes the type of its column: a
// real number in an integer column is rounded to the nearest integer.
Result<Skill> parse_sql_skill(std::string_view file_name, std::string_view text);

// The words that `@needs` accepts.
std::vector<std::string_view> need_words();

}  // namespace nsys_ai
