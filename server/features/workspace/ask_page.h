// What a question in words and its answer look like, on every face.
#pragma once

#include <string>

#include "question/answer.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The answer as a text says it: the sentence, what to capture, the table, what was understood, of which part,
// and how. Without a title.
Page ask_text_page(const Profile& profile, const AskAnswer& answer);

// The view of it. Its parameters: `question`, `after` as of nsys/ask, `part` (`capture`: what to capture, as
// a text to copy) and `format` (`Markdown`). Without a question it has some to begin with. The last block is
// the form of the next question, which may refer back to this one.
Result<Page> ask_view(const ProfilePtr& profile, AnswerCache& answers, const ProjectFacts& project,
                      const ViewParams& params, const Work& work);

}  // namespace nsys_ai
