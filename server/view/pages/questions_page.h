// The questions of an experienced engineer, with their answers from a profile.
#pragma once

#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "knowledge/questions.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct AnsweredQuestion {
  const BookQuestion* question = nullptr;
  Answer answer;
  std::string text;     // a sentence with numbers, or the reason why there is no answer
  std::string capture;  // the capture command that would make it answerable; empty if it is answered
};

// One element for each question, in their order. Fails on a scope that the capture does not have, and on
// cancellation.
Result<std::vector<AnsweredQuestion>> answered_questions(const Profile& profile, const ScopeRequest& scope,
                                                         const Work& work);

Page questions_page(const Profile& profile, const std::vector<AnsweredQuestion>& answered);

}  // namespace nsys_ai
