// Answers a query that was read from words.
#pragma once

#include <functional>
#include <string>

#include "question/answer.h"

namespace nsys_ai {

AskAnswer refused(std::string reason);
Result<AskAnswer> answer_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query,
                               const ProjectFacts* project, const Work& work);
// Runs `make` and adds notes about data loss that is reported meanwhile.
Result<AskAnswer> answer_with_loss_notes(const Profile& profile, const Work& work,
                               const std::function<Result<AskAnswer>()>& make);

}  // namespace nsys_ai
