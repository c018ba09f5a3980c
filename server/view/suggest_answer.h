// Which ranges would explain most of the kernel time that nothing explains yet, as an answer.
#pragma once

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

class SourcePlaces;

struct SuggestOptions {
  int64_t limit = 10;  // rows; 0 for all
  const SourcePlaces* sources = nullptr;  // null where none were given
};

// Fails on an invalid scope and on cancellation.
Result<Answer> suggest_answer(const Profile& profile, const ScopeRequest& scope, const SuggestOptions& options,
                              const Work& work = {});

}  // namespace nsys_ai
