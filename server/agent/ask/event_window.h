// `copies before the first kernel`: a part of the capture that an event bounds, which is a question of its
// own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/ask/ask.h"
#include "agent/ask/between.h"
#include "agent/ask/query.h"
#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

// The question that is left without its bound, with the bound in the query; nothing where none is said so.
Result<std::optional<ReadQuery>> read_event_window(const Profile& profile, std::string_view question,
                                                   const Work& work);

// Puts the times of the events into the window of the query. False where one of them has none: then `why` is
// the answer, and else it has the plan.
Result<bool> find_bounds(AskQuery& query, AskAnswer& why, const AskWords& ask_words);

}  // namespace nsys_ai::inline agent
