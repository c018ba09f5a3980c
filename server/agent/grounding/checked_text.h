// What a language model said, checked against what it was given.
//
// Each figure must be one that was handed out, rounded or in another unit, and of the thing that stands
// beside it. What is not is marked, and told so that the model can be asked once more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/grounding/grounding_facts.h"

namespace nsys_ai {

struct CheckedText {
  // Markdown with `12.3 ms (unverified)` for what did not match, without references that were never handed
  // out, links, images, HTML and active characters.
  std::string text;
  int64_t figures = 0;
  int64_t matched = 0;
  // A sentence for each figure that did not match, for a second request to the model.
  std::vector<std::string> mismatches;
  std::vector<std::string> references;  // that the text names and that were handed out, each once
  std::vector<std::string> dropped;     // that it names and that were not

  bool all_right() const { return mismatches.empty() && dropped.empty(); }
};

CheckedText check(std::string_view text, const GroundingFacts& facts);

// `14 of 14 figures checked.`
std::string check_line(const CheckedText& checked);
// What to say to the model that gave this text: what did not match, and to say it again without.
std::string correction_of(const CheckedText& checked);

}  // namespace nsys_ai
