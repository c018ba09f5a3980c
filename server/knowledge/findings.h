// The findings of a run: the causes that hold, ranked; each part of the time is reported once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "knowledge/judge.h"

namespace nsys_ai {

// A finding that a person suppressed, with the reason.
struct SuppressedFinding {
  Finding finding;
  std::string reason;
};

struct Findings {
  std::vector<Finding> findings;                                // by the time that they concern, longest
                                                                // first
  int64_t skipped = 0;                                         // the number of further findings
  std::vector<std::pair<std::string, std::string>> not_judged;  // causes that cannot be judged, and why
  std::vector<std::string> failed = {};                         // the causes for which an answer failed
  std::vector<std::string> ruled_out = {};                      // the causes that do not hold
  std::vector<std::pair<std::string, int64_t>> minor = {};  // causes that hold for little time: mean ns over
                                                            // GPUs
  std::vector<SuppressedFinding> suppressed = {};           // findings that a person suppressed
};

// Says that a cause is neither found nor ruled out, for all clients that show findings: "Whether uneven-steps
// holds could ...".
std::string sentence_of_failed(std::string_view cause);

// Findings that concern no time come last. Keeps at most a dozen.
Findings ranked(std::span<const Judgement> judgements);

}  // namespace nsys_ai
