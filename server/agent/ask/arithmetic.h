// `X divided by Y`, `ratio of X to Y`, `X minus Y`: each of the two is a question of its own.
#pragma once

#include <optional>
#include <string_view>

#include "agent/ask/between.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/read_query.h"

namespace nsys_ai::inline agent {

// What is said of where and when something ran; what says nothing leaves a query where it was.
AskQuery place_of(const AskQuery& query);
void put_place(const AskQuery& place, AskQuery& query);
// Whether it asks for one number.
bool is_figure(const AskQuery& query);
// Whether the quotient means something, as far as the two measures tell.
bool can_be_divided(const AskQuery& a, const AskQuery& b);

// The question where its words say how two figures are put together; nothing where they do not, or where one
// of the two is no figure.
Result<std::optional<ReadQuery>> read_arithmetic(const Profile& profile, std::string_view question,
                                                 const Work& work);

// `A and B together`: for what is read as one question that names two things.
Result<std::optional<ReadQuery>> read_sum(const Profile& profile, std::string_view question,
                                          const Work& work);

Result<void> answer_arithmetic(Inquiry& inquiry, const AskWords& ask_words);

}  // namespace nsys_ai::inline agent
