// Goes over the collectives in which somebody clearly came last.
#include "ranks/rank_delays.h"

#include <algorithm>
#include <utility>

namespace nsys_ai {
namespace {

// Of each collective of a rank: for how long the GPU had nothing to do since the one before ended.
std::vector<std::vector<int64_t>> idle_before_collectives(const Experiment& experiment, bool on_host) {
  std::vector<std::vector<int64_t>> idle(experiment.ranks.size());
  for (size_t rank = 0; rank < idle.size(); ++rank) {
    const RankRecord& record = experiment.record(rank);
    int64_t before = record.span.start;
    for (const RankCollective& of : record.taken(on_host)) {
      idle[rank].push_back(std::max<int64_t>(0, of.time.start - before - of.busy_before));
      before = std::max(before, of.time.end);
    }
  }
  return idle;
}

}  // namespace

AllDelays delays_of(const MatchedExperiment& matched, bool on_host) {
  const auto idle = idle_before_collectives(matched.experiment, on_host);
  AllDelays delays;
  delays.of_rank.resize(matched.experiment.ranks.size());
  uint32_t communicator = UINT32_MAX;
  for (const CollectiveTurn& turn : matched.turns) {
    // The first one connects the ranks, and they come to it from their start.
    const bool is_first = std::exchange(communicator, turn.communicator) != turn.communicator;
    if (is_first || !turn.last || turn.host != on_host) continue;
    const int64_t lost = turn.mean_wait_of_others();
    RankDelay& of = delays.of_rank[turn.turns[*turn.last].rank];
    for (RankDelay* to : {&of, &delays.all}) {
      to->lost += lost;
      ++to->last;
    }
    std::vector<int64_t> work, host;
    int64_t own_work = 0;
    int64_t own_host = 0;
    for (uint32_t i = 0; i < turn.turns.size(); ++i) {
      const RankTurn& one = turn.turns[i];
      const auto row =
          static_cast<size_t>(one.kernel - matched.experiment.record(one.rank).taken(on_host).data());
      if (i == *turn.last) {
        own_work = one.kernel->busy_before;
        own_host = idle[one.rank][row];
      } else {
        work.push_back(one.kernel->busy_before);
        host.push_back(idle[one.rank][row]);
      }
    }
    delays.work += own_work - median_of_values(std::move(work));
    delays.host += own_host - median_of_values(std::move(host));
  }
  return delays;
}

}  // namespace nsys_ai
