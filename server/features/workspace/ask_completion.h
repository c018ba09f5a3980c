// Completions of a partly typed question, as protocol types.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "protocol/nsys_ask.h"

namespace nsys_ai {

// `most` is from 1 to 200, and 20 by default.
Result<nsys::AskCompletions> ask_completions(const Profile& profile, const std::string& typed,
                                             std::optional<int64_t> most, const Work& work);

}  // namespace nsys_ai
