// What may follow what was typed of a question: from the grammar and the names of the profile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

struct Completion {
  std::string text;    // takes the place of the question from `Completions::from` on
  std::string detail;  // what it is, in a word or two: `kernel`, `NVTX range`, `condition`; may be empty
};

struct Completions {
  size_t from = 0;     // byte of the question at which the word begins that is completed
  bool whole = false;  // whether the question as typed can be asked
  std::vector<Completion> items;
};

// The best first, at most `most`. Of nothing typed: what questions begin with.
Result<Completions> completions(const Profile& profile, std::string_view typed, size_t most,
                                const Work& work = {});

}  // namespace nsys_ai
