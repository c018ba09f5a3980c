// Questions that are typed one after the other, each answered below.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// Whether a person sits at both ends, who can be asked for questions.
bool can_prompt();

// Prints the answer to a question, and returns what it says it understood, to which the next one may refer
// back; empty where it understood nothing.
using AnswerBelow = std::function<Result<std::string>(const std::string& question, const std::string& after)>;

// Until the person ends it. Ctrl-C clears the line, or ends an answer that is being computed.
int prompt_for_questions(const ProfilePtr& profile, std::string after, const AnswerBelow& answer);

}  // namespace nsys_ai
