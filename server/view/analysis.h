// The full report on a run: what stands out, what each fix is worth, and the answers that show it.
#pragma once

#include <vector>

#include "base/answer.h"
#include "skills/findings.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct Analysis {
  Findings findings;
  std::vector<Answer> answers;  // of the skills that the report asks, in its order
  size_t gpus = 0;              // in scope; two processes may number theirs alike
};

// Asks everything; `limit` is how many rows of each answer at most, 0 for all. Fails on a scope that the
// capture does not have, and when cancelled.
Result<Analysis> analyse(const Profile& profile, const ScopeRequest& scope, int64_t limit, const Work& work);

// Answers without rows stand together at the end: what was looked for and not found, and what the capture
// cannot show.
Page analysis_page(const Profile& profile, const Analysis& analysis);

}  // namespace nsys_ai
