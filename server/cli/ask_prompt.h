// Prompts for questions and answers each of them below.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

// Whether both standard input and output are a terminal, so that a person can answer a prompt.
bool can_prompt();

// Prints the answer to a question. Returns how it understood the question, which the next question may refer
// back to; empty if it did not understand it.
using AnswerPrinter =
    std::function<Result<std::string>(const std::string& question, const std::string& after)>;

// Runs until the person ends it. Ctrl-C clears the line, or cancels an answer that is being computed.
int prompt_for_questions(const ProfilePtr& profile, std::string after, const AnswerPrinter& answer);

}  // namespace nsys_ai
