// Whether an answer is right: what came, held against what is expected.
#pragma once

#include <string>
#include <string_view>

#include "agent/eval/question_file.h"
#include "question/answer.h"

namespace nsys_ai {

// Closest: not answered, and what was wanted stands in what is nearest.
enum class Verdict { right, closest, abstained, wrong };
std::string_view name_of(Verdict verdict);

// To the digits that are written, or within the part that is allowed.
bool is_about(double got, const ExpectedAnswer& wanted);

// Of an answer without a model: its first fact counts; of what is only nearest, any fact or cell; where
// nothing can be answered, what does not claim to be an answer is right.
Verdict judge_answer(const AskAnswer& answer, const QuestionCase& wanted);

// Of a text: right where one of its figures is what is expected, or the name stands in it; an abstention
// where it has no figure of that unit. Where nothing can be answered, a text must say so.
Verdict judge_text(std::string_view text, const QuestionCase& wanted);

}  // namespace nsys_ai
