// What stands out in a run: the causes that hold, ranked, each part of the time reported once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/judge.h"

namespace nsys_ai {

// A finding that is not to be reported, with the reason of whoever decided so.
struct SuppressedFinding {
  Finding finding;
  std::string reason;
};

struct Findings {
  std::vector<Finding> findings;                                // by what they speak of, the most first
  int64_t skipped = 0;                                         // how many more there are
  std::vector<std::pair<std::string, std::string>> not_judged;  // causes, and why each cannot be judged
  std::vector<std::string> failed = {};                         // those for which an answer failed
  std::vector<std::string> ruled_out = {};                      // those that do not hold
  std::vector<std::pair<std::string, int64_t>> minor = {};  // that hold for little time: mean ns over GPUs
  std::vector<SuppressedFinding> suppressed = {};           // of those that were left out by hand
};

// That a cause is neither found nor ruled out, for all that show findings: "Whether uneven-steps holds could
// ...".
std::string sentence_of_failed(std::string_view cause);

// What speaks of no time comes last. At most a dozen remain.
Findings ranked(std::span<const Judgement> judgements);

}  // namespace nsys_ai
