// Completes a partly typed question, from the grammar and the profile's names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct Completion {
  std::string text;    // replaces the question from `Completions::from` on
  std::string detail;  // its kind, in a word or two: `kernel`, `NVTX range`, `condition`; may be empty
};

struct Completions {
  size_t from = 0;     // byte offset of the word to complete
  bool whole = false;  // whether the question can be asked as it is
  std::vector<Completion> items;
};

// The best first, at most `most`. For an empty text: the beginnings of questions.
Result<Completions> completions(const Profile& profile, std::string_view typed, size_t most,
                                const Work& work = {});

}  // namespace nsys_ai
