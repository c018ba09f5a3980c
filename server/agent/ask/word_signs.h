// Words by which one of two neighbouring questions is meant, and whether a query is that one.
#pragma once

#include <vector>

#include "agent/ask/query.h"
#include "agent/ask/tokens.h"

namespace nsys_ai::inline agent {

// `are both GPUs idle` is of the moments when both are, and no figure of each; `in total` is of each.
bool asks_of_both_at_once(const std::vector<WordToken>& tokens);
// `in second place`, which is more than the second of time.
bool says_lower_place(const std::vector<WordToken>& tokens);
// `for how long was at least one kernel running`: a time in which some run, and no duration of theirs.
bool asks_while_any_runs(const std::vector<WordToken>& tokens);
bool is_duration_of_each(const AskQuery& query);
// `its launch`, `the call that launched it`.
bool says_its_launch(const std::vector<WordToken>& tokens);
bool is_about_launch(const AskQuery& query);

}  // namespace nsys_ai::inline agent
