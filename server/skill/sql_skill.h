// A skill whose answer is one SELECT over the relational model, from the text of a `.sql` file
// (skill/sql_file.h).
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/skill.h"

namespace nsys_ai {

// The name of the skill is the name of its file without folders and `.sql`. Every mistake in the file that
// can be found without a profile is found here: `FILE:LINE: what is wrong`.
//
// The SELECT answers with all rows in a total order; the frame cuts them by `limit` and says how many there
// were. A skill that declares no parameter `limit` gets one of 20. Where the SELECT itself says `:limit`, it
// is bound to the largest integer, so that the frame still sees all rows. A value takes the type of its
// column: a real number in an integer column is rounded to nearest.
Result<Skill> parse_sql_skill(std::string_view file_name, std::string_view text);

// What `@needs` may name.
std::vector<std::string_view> need_words();

}  // namespace nsys_ai
