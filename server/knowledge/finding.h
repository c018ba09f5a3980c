// What is wrong with a run, or worth knowing about it, in words with its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/time/time_use.h"

namespace nsys_ai {

// By the share of the capture, or of the window that was asked about, that is at stake; GPUs count alike.
enum class Severity { high, medium, low, information };
std::string_view name_of(Severity severity);
constexpr bool is_warning(Severity severity) { return severity <= Severity::medium; }

// A part of the time of GPUs that a cause explains, and no other one.
struct ClaimedTime {
  TimeUse use;
  int64_t ns = 0;  // mean over GPUs
};

struct Finding {
  std::string key;  // of the cause in the book: "idle-host-bound", "exposed-communication", ...
  Severity severity = Severity::information;
  std::string title;        // what, with its number, in one line
  std::string detail;       // numerator, denominator, scope and evidence
  std::string advice;       // what to do; Markdown of the book, no names from the profile
  std::string verify;       // how to see that it helped; likewise
  int64_t at_stake_ns = 0;  // mean over GPUs: what the run could lose at most; the basis is in `detail`
  // Likewise: what it speaks of, whether or not that is lost. Among warnings, and among the others, it ranks
  // by this.
  int64_t about_ns = 0;
  std::vector<ClaimedTime> claims = {};  // what sums up to at_stake_ns; none where no time is claimed
  std::vector<std::string> refs = {};    // events to look at
  std::vector<std::string> skills = {};  // what was asked, as one would ask it again
};

// Advice for where there is room for one paragraph alone.
std::string in_one_paragraph(std::string_view advice);

}  // namespace nsys_ai
