// What each rank did in each matched collective: transfer, wait, and who came last.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ranks/rank_clocks.h"

namespace nsys_ai {

// A rank in a matched collective. Times in ns.
struct RankTurn {
  uint32_t rank = 0;  // in `Experiment::ranks`
  const RankCollective* kernel = nullptr;
  int64_t wait = 0;  // the rest of its duration is the transfer
};

struct CollectiveTurn {
  uint32_t communicator = 0;  // in the list of communicators
  const MatchedCollective* collective = nullptr;
  bool host = false;     // calls of MPI
  bool waits = false;    // otherwise the operation waits for nobody, and there is neither wait nor transfer
  int64_t transfer = 0;  // the shortest duration
  int64_t longest_wait = 0;
  // The turn that came last; empty where none clearly did.
  std::optional<uint32_t> last;
  std::vector<RankTurn> turns;

  int64_t mean_wait_of_others() const;
};

// By communicator, then in order. The first of a communicator connects its ranks.
std::vector<CollectiveTurn> collective_turns(const Experiment& experiment,
                                             const std::vector<MatchedCommunicator>& communicators,
                                             const std::vector<CaptureClock>& clocks);

}  // namespace nsys_ai
