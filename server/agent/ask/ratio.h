// `X as a percentage of Y`, `what share of Y is X`: each of the two is a question of its own.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "agent/ask/between.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

// The question where it says of what the share is, and that is no span of a GPU and not all events of a kind.
Result<std::optional<ReadQuery>> read_ratio(const Profile& profile, std::string_view question,
                                            const Work& work);

Result<void> answer_ratio(Inquiry& inquiry, const AskWords& ask_words);

}  // namespace nsys_ai::inline agent
