// Converts the answer to a question in words to protocol types.
#pragma once

#include <string>
#include "question/answer.h"

#include "protocol/nsys_ask.h"

namespace nsys_ai {

// The result does not contain the plan.
nsys::AskAnswer wire_ask(const AskAnswer& answer);
// The answer with its table as a text for an agent or a model.
std::string text_of(const AskAnswer& answer);

}  // namespace nsys_ai
