// Cuts each rank's capture at the beginnings of its steps, and adds what it waited in between.
#include "compare/experiment_figures.h"

#include <algorithm>

#include "base/sum.h"

namespace nsys_ai {
namespace {

struct TurnOfRank {
  int64_t start = 0;
  int64_t wait = 0;
  int64_t transfer = 0;
};

std::vector<std::vector<TurnOfRank>> turns_by_rank(const MatchedExperiment& matched) {
  std::vector<std::vector<TurnOfRank>> turns(matched.experiment.ranks.size());
  for (const CollectiveTurn& turn : matched.turns)
    for (const RankTurn& of : turn.turns)
      if (turn.waits && !turn.host) turns[of.rank].push_back({of.kernel->time.start, of.wait, turn.transfer});
  for (auto& of : turns)
    std::sort(of.begin(), of.end(),
              [](const TurnOfRank& a, const TurnOfRank& b) { return a.start < b.start; });
  return turns;
}

void add_turns(const std::vector<TurnOfRank>& turns, Interval time, RankUnit& unit) {
  Sum wait = unit.wait;
  Sum transfer = unit.transfer;
  for (auto at = std::partition_point(turns.begin(), turns.end(),
                                      [&](const TurnOfRank& of) { return of.start < time.start; });
       at != turns.end() && at->start < time.end; ++at) {
    wait += at->wait;
    transfer += at->transfer;
  }
  unit.wait = wait;
  unit.transfer = transfer;
}

std::vector<RankUnit> units_of_rank(const RankRecord& record, const std::vector<TurnOfRank>& turns,
                                    int64_t offset, bool by_steps) {
  std::vector<RankUnit> units;
  if (!by_steps) {
    RankUnit unit{0, record.span.duration(), 0, 0, record.busy, record.communication};
    add_turns(turns, record.span, unit);
    return {unit};
  }
  // The last step is left out: nothing shows where it ends.
  for (size_t i = 0; i + 1 < record.steps.size(); ++i) {
    const RankStep& step = record.steps[i];
    const RankStep& next = record.steps[i + 1];
    const Interval time{step.time.start, next.time.start};
    if (next.number != step.number + 1 || time.duration() <= 0) continue;
    RankUnit unit{step.number + offset, time.duration(), 0, 0, step.busy, step.communication};
    add_turns(turns, time, unit);
    units.push_back(unit);
  }
  return units;
}

}  // namespace

bool has_steps(const MatchedExperiment& matched) {
  const Experiment& experiment = matched.experiment;
  for (size_t rank = 0; rank < experiment.ranks.size(); ++rank)
    if (experiment.record(rank).steps.size() > 1) return true;
  return false;
}

ExperimentFigures experiment_figures(const MatchedExperiment& matched, const std::vector<std::string>& labels,
                                     bool by_steps) {
  const Experiment& experiment = matched.experiment;
  ExperimentFigures figures;
  figures.by_steps = by_steps;
  const auto turns = turns_by_rank(matched);
  for (size_t rank = 0; rank < experiment.ranks.size(); ++rank) {
    const RankRecord& record = experiment.record(rank);
    auto units = units_of_rank(record, turns[rank], matched.step_offsets[rank], by_steps);
    figures.unit_count += by_steps ? std::ssize(record.steps) : 1;
    if (!units.empty()) figures.units.emplace(labels[rank], std::move(units));
    figures.all_kernels = figures.all_kernels && record.top.size() < kTopKernels;
    for (const RankKernel& of : record.top) {
      KernelFigures& kernel = figures.kernels[of.name];
      kernel.calls += of.calls;
      kernel.ns += of.ns;
    }
  }
  for (const CollectiveTurn& turn : matched.turns) {
    if (!turn.waits) continue;
    std::vector<std::string> ranks;
    for (const RankTurn& of : turn.turns) ranks.push_back(labels[of.rank]);
    TransferFigures& of =
        figures.collectives[{std::move(ranks), turn.collective->operation, turn.collective->bytes}];
    of.transfers.push_back(turn.transfer);
    Sum wait = of.wait;
    for (const RankTurn& each : turn.turns) wait += each.wait;
    of.wait = wait;
  }
  return figures;
}

RunDurations unit_durations(const ExperimentFigures& figures) {
  std::map<int64_t, std::vector<int64_t>> by_number;
  for (const auto& [label, units] : figures.units)
    for (const RankUnit& unit : units) by_number[unit.number].push_back(unit.ns);
  RunDurations durations;
  for (auto& [number, values] : by_number) durations.push_back(std::move(values));
  return durations;
}

}  // namespace nsys_ai
