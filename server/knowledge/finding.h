// What is wrong with a run, or worth knowing about it, in words with its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai::inline knowledge {

// By the share of the GPUs' span that is at stake.
enum class Severity { high, medium, low, information };
std::string_view name_of(Severity severity);

// Of which part of the time a fix gives back what is at stake. Causes that claim the same part share it.
enum class Claim {
  none,           // nothing is at stake
  idle,           // time in which a GPU did nothing
  communication,  // time in which only communication ran
  copies,         // time in which only copies ran
  kernels,        // time in which computation ran
  launches        // small kernels and the short gaps between them
};
std::string_view name_of(Claim claim);

struct Finding {
  std::string key;  // of the cause in the book: "idle-host-bound", "exposed-communication", ...
  Severity severity = Severity::information;
  std::string title;        // what, with its number, in one line
  std::string detail;       // numerator, denominator, scope and evidence
  std::string advice;       // what to do; Markdown of the book, no names from the profile
  std::string verify;       // how to see that it helped; likewise
  int64_t at_stake_ns = 0;  // mean over GPUs: what the run could lose at most; the basis is in `detail`
  Claim claim = Claim::none;
  std::vector<std::string> refs = {};    // events to look at
  std::vector<std::string> skills = {};  // what was asked, as one would ask it again
};

}  // namespace nsys_ai::inline knowledge
