// Caches a model's answers, which cost money, with the user.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/nsys_words.h"

namespace nsys_ai {

// The inputs that determine an answer: the state of the file, the question, the model, the policy on names,
// and the skills' answers. Paths are not included.
using ReplyKey = std::vector<std::string>;

std::optional<nsys::Words> cached_reply(const ReplyKey& key);
// If the answer cannot be stored, the next request pays for it again.
void cache_reply(const ReplyKey& key, const nsys::Words& words);

}  // namespace nsys_ai
