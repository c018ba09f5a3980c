// `how long do A and B run at the same time`: the time in which events of two kinds run at once.
#pragma once

#include <optional>
#include <string_view>

#include "agent/ask/inquiry.h"
#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

// The question where it asks for that of two kinds of GPU operations.
Result<std::optional<ReadQuery>> read_together(const Profile& profile, std::string_view question,
                                               const Work& work);

// The intersection of the two unions of intervals: on each GPU, added up, or where each kind is of one GPU,
// of both clocks, which are one.
Result<void> answer_together(Inquiry& inquiry);

}  // namespace nsys_ai::inline agent
