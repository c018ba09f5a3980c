// Compares an answer with the expected one.
#pragma once

#include <string>
#include <string_view>

#include "agent/eval/question_file.h"
#include "question/answer.h"

namespace nsys_ai {

// `closest`: not answered, but the expected value is among the closest evidence.
enum class Verdict { right, closest, abstained, wrong };
std::string_view name_of(Verdict verdict);

// Equal to the precision of the written digits, or within the allowed tolerance.
bool is_about(double got, const ExpectedAnswer& wanted);

// Judges an answer without a model: the first fact counts; for the closest evidence, any fact or cell does.
// If the question has no answer, every reply that does not claim one is right.
Verdict judge_answer(const AskAnswer& answer, const QuestionCase& wanted);

// Judges a text: right if one of its figures is the expected one, or if it contains the expected name; an
// abstention if it has no figure of that unit. If the question has no answer, the text must say so.
Verdict judge_text(std::string_view text, const QuestionCase& wanted);

}  // namespace nsys_ai
