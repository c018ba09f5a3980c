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
using WordsKey = std::vector<std::string>;

std::optional<nsys::Words> kept_words(const WordsKey& key);
// If the answer cannot be stored, the next request pays for it again.
void keep_words(const WordsKey& key, const nsys::Words& words);

}  // namespace nsys_ai
