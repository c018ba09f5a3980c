// A search for names as an answer: the matches, their number, and similar names if there are none.
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
  std::vector<NamedKind> kinds;  // empty means all
  int64_t limit = 20;            // maximum names of each kind, or events in total; 0 for all
  bool instances = false;        // single events instead of names
};

// The rows are names, sorted by kind and time, or events, sorted by start. Fails on an invalid scope or
// pattern, and on cancellation.
Result<Answer> search_answer(const Profile& profile, const ScopeRequest& scope, const SearchOptions& options,
                             const Work& work = {});

}  // namespace nsys_ai
