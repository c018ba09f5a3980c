// Matches collectives between ranks: by communicator and order; by order alone where communicators are not
// known.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ranks/experiment.h"

namespace nsys_ai {

struct MatchedCollective {
  std::string operation;
  int64_t bytes = -1;             // -1 where no capture says
  std::vector<uint32_t> of_rank;  // in `RankRecord::taken`, of each rank of the communicator
};

struct MatchedCommunicator {
  std::string name;
  bool by_order = false;
  bool host = false;            // calls of MPI
  int64_t stated_ranks = 0;     // 0 where no capture says
  std::vector<uint32_t> ranks;  // in `Experiment::ranks`
  std::vector<MatchedCollective> matched;
  int64_t unmatched = 0;  // kernels of its ranks that have no partner on each of the others
  // Whether ends agree: then all wait for the last, whatever the operation is.
  bool ends_agree = false;
};

// Those of at least two ranks.
std::vector<MatchedCommunicator> match_collectives(const Experiment& experiment);

// Whether each rank waits for all others, so that the shortest duration is that of the transfer.
bool waits_for_all(const MatchedCommunicator& communicator, const MatchedCollective& collective);

}  // namespace nsys_ai
