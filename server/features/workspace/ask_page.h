// Lays out a question in words and its answer, for all front ends.
#pragma once

#include <string>

#include "question/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The answer as a text without a title: the sentence, what to capture, the table, how the question was
// understood, the part of the run, and the method.
Page ask_text_page(const Profile& profile, const AskAnswer& answer);

// The view of an answer. Its parameters are `question`, `after` as in nsys/ask, `part` (`capture`: what to
// capture, as a text to copy) and `format` (`Markdown`). Without a question it suggests some. The last block
// is the form for the next question, which may refer back to this one.
Result<Page> ask_view(const ProfilePtr& profile, AnswerCache& answers, const ProjectFacts& project,
                      const ViewParams& params, const Work& work);

}  // namespace nsys_ai
