// A search for names as an answer: what was found, how much there is, and what may have been meant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/name_search.h"
#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "base/text_pattern.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct SearchOptions {
  std::string text;
  PatternOptions pattern;
  std::vector<NamedKind> kinds;  // none means all
  int64_t limit = 20;            // names of each kind, or events in all; 0 for all
  bool instances = false;        // single events instead of names
};

// Rows are names by kind and time, or events by start. Fails on a bad scope or pattern, or when it is
// cancelled.
Result<Answer> search_answer(const Profile& profile, const ScopeRequest& scope, const SearchOptions& options,
                             const Work& work = {});

}  // namespace nsys_ai
