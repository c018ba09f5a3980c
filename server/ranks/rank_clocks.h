// Clocks of captures: the session's start, corrected by collectives that end together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ranks/experiment.h"
#include "ranks/matching.h"

namespace nsys_ai {

enum class ClockSource : uint8_t {
  none,           // its times cannot be compared with those of other captures
  session_start,  // the wall clock of its host
  collectives     // ends of matched collectives
};
std::string_view name_of(ClockSource source);

struct CaptureClock {
  ClockSource source = ClockSource::none;
  int64_t base = 0;    // wall clock at time 0
  int64_t ahead = 0;   // how much it is ahead of the other captures', which is subtracted
  double drift = 0;    // more of it a ns, around `middle`
  int64_t middle = 0;  // wall clock
  int64_t residual = 0;
  size_t pairs = 0;  // ends that it was found by

  // Wall clock, as all captures have it.
  int64_t aligned(int64_t time) const;
  // The time of the capture at a wall clock that all have.
  int64_t time_at(int64_t wall) const;
};

// Of each capture.
std::vector<CaptureClock> rank_clocks(const Experiment& experiment,
                                      const std::vector<MatchedCommunicator>& communicators);

}  // namespace nsys_ai
