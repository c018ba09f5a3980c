// A person's own SELECT over the relational model, answered in the shape that skills answer in.
#pragma once

#include <string_view>

#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "sql/query.h"

namespace nsys_ai {

// `skill` of the answer is `query`. An answer that a limit cut is `truncated`, and its `total_rows` are the
// rows that it has, since nobody counted the others; a note names the limit that nobody set. Fails as
// `run_query`.
Result<Answer> answer_query(const Profile& profile, const ScopeRequest& scope, std::string_view sql,
                            const QueryLimits& limits, const Work& work);

}  // namespace nsys_ai
