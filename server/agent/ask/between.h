// The time between two events.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "agent/ask/ask.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

// Nothing where the words ask for something else.
Result<std::optional<ReadQuery>> read_between(const Profile& profile, std::string_view question,
                                              const Work& work);

using AskWords = std::function<Result<AskAnswer>(const std::string& words)>;
// `ask_words` answers the question for one of the two ends.
Result<void> answer_between(Inquiry& inquiry, const AskWords& ask_words);

}  // namespace nsys_ai::inline agent
