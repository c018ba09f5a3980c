// Checks a language model's text against the data that it was given.
//
// Each figure must match a given one, possibly rounded or in another unit, for the same subject. Other
// figures are marked and listed, so that the model can be asked once more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/grounding/grounding_facts.h"

namespace nsys_ai {

struct CheckedText {
  // Markdown with `12.3 ms (unverified)` for figures without a match, and without references that were not
  // given, links, images, HTML and active characters.
  std::string text;
  int64_t figures = 0;
  int64_t matched = 0;
  // One sentence for each figure without a match, for a second request to the model.
  std::vector<std::string> mismatches;
  std::vector<std::string> references;  // references in the text that were given, each once
  std::vector<std::string> dropped;     // references in the text that were not given

  bool all_right() const { return mismatches.empty() && dropped.empty(); }
};

CheckedText check(std::string_view text, const GroundingFacts& facts);

// `14 of 14 figures checked.`
std::string check_line(const CheckedText& checked);
// The message that asks the model to correct this text: lists what did not match.
std::string correction_of(const CheckedText& checked);

}  // namespace nsys_ai
