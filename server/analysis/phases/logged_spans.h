// Places the rows of a log of requests on the capture's clock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/phases/request_log.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "profile/profile.h"

namespace nsys_ai {

struct LoggedSpan {
  uint32_t lane = 0;  // in LoggedSpans::lanes
  std::string name;
  Interval time;  // on the capture's clock; empty for a moment
};

struct LoggedSpans {
  std::vector<std::string> lanes;  // those with spans
  std::vector<LoggedSpan> spans;   // that overlap the capture; sorted by lane, start and end
  int64_t outside = 0;             // rows before or behind the capture
  // How the rows of each lane were placed and how far they can be off, a sentence for each lane with rows;
  // and what could not be placed.
  std::vector<std::string> notes;
};

// Rows with a time count from the session's start, and where ranges have the same texts in the same order,
// move by the median difference to these. Rows whose time has whole seconds are placed at such ranges.
// Without them a zone of a multiple of 15 minutes is assumed where only one brings rows into the capture.
// Fails where the log is wrong.
Result<LoggedSpans> place_log(const Profile& profile, std::string_view log);

}  // namespace nsys_ai
