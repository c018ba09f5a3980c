// The answer to a question in words, as it travels.
#pragma once

#include <string>
#include "question/answer.h"

#include "protocol/nsys_ask.h"

namespace nsys_ai {

// Without its plan.
nsys::AskAnswer wire_ask(const AskAnswer& answer);
// The same as a text for an agent or a model, with its table.
std::string text_of(const AskAnswer& answer);

}  // namespace nsys_ai
