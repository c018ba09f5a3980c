// Computes waits from durations alone: participants that wait for each other end together.
#include "ranks/rank_rows.h"

#include <algorithm>

#include "base/context.h"
#include "base/sum.h"
#include "ranks/work_groups.h"

namespace nsys_ai {
namespace {

// A difference below this may be the launch of a kernel.
constexpr int64_t kLeastSkewNs = 10'000;

// How far apart the ends of one collective typically are, where their clocks can be compared.
int64_t spread_of_ends(const Experiment& experiment, const MatchedCommunicator& communicator,
                       const std::vector<CaptureClock>& clocks) {
  std::vector<int64_t> spreads;
  const uint32_t first_capture = experiment.ranks[communicator.ranks.front()].capture;
  for (const uint32_t rank : communicator.ranks) {
    const uint32_t capture = experiment.ranks[rank].capture;
    if (capture != first_capture && clocks[capture].source != ClockSource::collectives) return 0;
  }
  for (const MatchedCollective& collective : communicator.matched) {
    int64_t least = INT64_MAX;
    int64_t most = INT64_MIN;
    for (size_t i = 0; i < communicator.ranks.size(); ++i) {
      const uint32_t rank = communicator.ranks[i];
      const int64_t end = clocks[experiment.ranks[rank].capture].aligned(
          experiment.record(rank).taken(communicator.host)[collective.of_rank[i]].time.end);
      least = std::min(least, end);
      most = std::max(most, end);
    }
    spreads.push_back(most - least);
  }
  return median_of_values(std::move(spreads));
}

}  // namespace

int64_t CollectiveTurn::mean_wait_of_others() const {
  Sum all{};
  for (const RankTurn& of : turns) all += of.wait;
  return turns.size() < 2 ? 0 : all / (std::ssize(turns) - 1);
}

std::vector<CollectiveTurn> collective_turns(const Experiment& experiment,
                                             const std::vector<MatchedCommunicator>& communicators,
                                             const std::vector<CaptureClock>& clocks) {
  std::vector<CollectiveTurn> all;
  for (uint32_t number = 0; number < communicators.size(); ++number) {
    const MatchedCommunicator& communicator = communicators[number];
    const int64_t least_skew = std::max(kLeastSkewNs, 3 * spread_of_ends(experiment, communicator, clocks));
    for (const MatchedCollective& collective : communicator.matched) {
      check_cancelled();
      CollectiveTurn turn{
          number, &collective, communicator.host, waits_for_all(communicator, collective), 0, 0, {}, {}};
      int64_t shortest = INT64_MAX;
      int64_t longest = 0;
      uint32_t last = 0;
      for (uint32_t i = 0; i < communicator.ranks.size(); ++i) {
        const uint32_t rank = communicator.ranks[i];
        const RankCollective& kernel =
            experiment.record(rank).taken(communicator.host)[collective.of_rank[i]];
        if (kernel.time.duration() < shortest) last = i;
        shortest = std::min(shortest, kernel.time.duration());
        longest = std::max(longest, kernel.time.duration());
        turn.turns.push_back({rank, &kernel, 0});
      }
      if (turn.waits) {
        turn.transfer = shortest;
        turn.longest_wait = longest - shortest;
        for (RankTurn& of : turn.turns) of.wait = of.kernel->time.duration() - shortest;
        if (turn.longest_wait >= least_skew) turn.last = last;
      }
      all.push_back(std::move(turn));
    }
  }
  return all;
}

}  // namespace nsys_ai
