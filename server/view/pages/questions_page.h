// A veteran's questions, each with its answer from a profile.
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
  std::string text;     // a sentence with its numbers, or why there is none
  std::string capture;  // the line with which it could be answered; empty where it is
};

// One element a question, in their order. Fails on a scope that the capture does not have, and when
// cancelled.
Result<std::vector<AnsweredQuestion>> answered_questions(const Profile& profile, const ScopeRequest& scope,
                                                         const Work& work);

Page questions_page(const Profile& profile, const std::vector<AnsweredQuestion>& answered);

}  // namespace nsys_ai
