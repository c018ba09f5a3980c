// How a query is answered, for who has read one out of words.
#pragma once

#include <functional>
#include <string>

#include "question/answer.h"

namespace nsys_ai {

AskAnswer refused(std::string reason);
Result<AskAnswer> answer_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query,
                               const ProjectFacts* project, const Work& work);
// Runs what makes an answer; what was not read of the profile meanwhile is said in it.
Result<AskAnswer> whole_answer(const Profile& profile, const Work& work,
                               const std::function<Result<AskAnswer>()>& make);

}  // namespace nsys_ai
