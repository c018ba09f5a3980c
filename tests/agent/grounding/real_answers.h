// What a model would be given of a real capture: pages, answers of all skills, cards, answers in words.
#pragma once

#include <string>
#include <vector>

#include "base/answer.h"
#include "profile/profile.h"

namespace nsys_ai::test {

// The answers of all skills that have rows, at most so many each.
std::vector<Answer> skill_answers(const Profile& profile, int64_t rows);

// As tools give it: a line each, names quoted.
std::string text_of_answer(const Answer& answer);

// All of the texts: overview as a person reads it and as Markdown, answers as lines and as a Markdown table,
// cards, answers to questions.
std::vector<std::string> outgoing_texts(const Profile& profile);

}  // namespace nsys_ai::test
