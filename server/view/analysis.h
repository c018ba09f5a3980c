// The full report on a run: its findings, the possible gain of each fix, and the answers that support them.
#pragma once

#include <vector>

#include "base/answer.h"
#include "skills/findings.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct Analysis {
  Findings findings;
  std::vector<Answer> answers;  // of the report's skills, in the order of the report
  size_t gpus = 0;              // in scope; two processes may use the same ordinals
};

// Runs all skills of the report; `limit` is the maximum number of rows of each answer, 0 for all. Fails on a
// scope that the capture does not have, and on cancellation.
Result<Analysis> analyse(const Profile& profile, const ScopeRequest& scope, int64_t limit, const Work& work);

// The end of the page collects the answers without rows: questions without a result, and questions that the
// capture cannot answer.
Page analysis_page(const Profile& profile, const Analysis& analysis);

}  // namespace nsys_ai
