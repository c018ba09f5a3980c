// What may follow what is typed of a question, as clients are told it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "protocol/nsys_ask.h"

namespace nsys_ai {

// `most` is 20 where it is not given, and 1 to 200.
Result<nsys::AskCompletions> ask_completions(const Profile& profile, const std::string& typed,
                                             std::optional<int64_t> most, const Work& work);

}  // namespace nsys_ai
