// Answers in words that were paid for once, kept with the user.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "protocol/nsys_words.h"

namespace nsys_ai {

// What an answer hangs on: the state of the file, the question, the model, which names went out, and what the
// skills said. Paths are no part of it.
using WordsKey = std::vector<std::string>;

std::optional<nsys::Words> kept_words(const WordsKey& key);
// Where it cannot be kept, it is paid for again.
void keep_words(const WordsKey& key, const nsys::Words& words);

}  // namespace nsys_ai
