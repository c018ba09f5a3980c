// Answers a person's own SELECT over the relational model in the same form as a skill.
#pragma once

#include <string_view>

#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "sql/query.h"

namespace nsys_ai {

// `skill` of the answer is `query`. An answer that a limit cut is `truncated`; its `total_rows` counts only
// the rows that it has, since the rest was never computed, and a note names the limit if it was a default.
// Fails like `run_query`.
Result<Answer> answer_query(const Profile& profile, const ScopeRequest& scope, std::string_view sql,
                            const QueryLimits& limits, const Work& work);

}  // namespace nsys_ai
