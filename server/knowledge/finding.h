// A problem of a run, or a noteworthy fact about it, in words with its numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/time/time_use.h"

namespace nsys_ai {

// By the share of the capture, or of the requested window, that a fix could save; all GPUs weigh the same.
enum class Severity { high, medium, low, information };
std::string_view name_of(Severity severity);
constexpr bool is_warning(Severity severity) { return severity <= Severity::medium; }

// A part of the GPUs' time that one cause explains, and no other.
struct ClaimedTime {
  TimeUse use;
  int64_t ns = 0;  // mean over GPUs
};

struct Finding {
  std::string key;  // key of the cause in the book: "idle-host-bound", "exposed-communication", ...
  Severity severity = Severity::information;
  std::string title;        // the finding with its number, in one line
  std::string detail;       // numerator, denominator, scope and evidence
  std::string advice;       // what to do; Markdown from the book, without names from the profile
  std::string verify;       // how to check that it helped; likewise
  int64_t at_stake_ns = 0;  // mean over GPUs: the upper bound of what a fix saves; its basis is in `detail`
  // Mean over GPUs: the time that the finding concerns, whether or not a fix can save it. Ranks findings
  // among warnings, and among the others.
  int64_t about_ns = 0;
  std::vector<ClaimedTime> claims = {};  // the parts of at_stake_ns; empty if the cause claims no time
  std::vector<std::string> refs = {};    // events to look at
  std::vector<std::string> skills = {};  // the skills that were run, as one would type them
  // Where the capture falls short: options that the next one takes or (`without --NAME`) leaves out, or `each
  // rank`.
  std::vector<std::string> mends = {};
  // Whether it says what can be known of the run at all: it comes first, and saves nothing.
  bool leads = false;
};

// The advice with its paragraphs joined into one, for places with room for only one.
std::string in_one_paragraph(std::string_view advice);

}  // namespace nsys_ai
