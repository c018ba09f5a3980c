// The denominators of a run, and the shares of them that causes explain, in words.
#pragma once

#include <cstdint>
#include <string>

#include "base/sum.h"
#include "knowledge/finding.h"

namespace nsys_ai {

// The GPUs of the scope, and their times in ns, summed over them.
struct RunTimes {
  int64_t gpus = 0;   // as processes see them
  std::string over;   // what the times are summed over: "2 GPUs", "2 processes on 1 GPU"; empty for one
  Sum capture{};      // from the beginning of the scope to its end
  Sum span{};         // from the first operation of each GPU to its last
  std::string scope;  // the name of the scope: "capture", "window", "iteration"
};
double fraction(int64_t part, int64_t whole);
// Whether so much of the capture lies outside of the span that shares of the two differ noticeably.
bool has_short_span(const RunTimes& times);

// The time that a cause explains, and whether to report it as a share of the capture or of the span.
struct ExplainedTime {
  int64_t ns = 0;  // summed over GPUs
  Severity severity = Severity::information;
  bool inside_span = false;  // all of it lies inside the span
  bool of_span = false;      // reported as a share of the span
};

// "38.61 s of capture", with the number of GPUs over which it is summed.
std::string capture_words(const RunTimes& times);
// "12.5 % of the capture"
std::string share_words(const RunTimes& times, const ExplainedTime& explained);
// The same with both times, and as a share of the span if that differs.
std::string share_with_times(const RunTimes& times, const ExplainedTime& explained);

}  // namespace nsys_ai
