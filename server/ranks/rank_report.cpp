// Makes the tables of an experiment.
#include "ranks/rank_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "analysis/collectives/nccl_calls.h"
#include "base/context.h"
#include "base/interval_set.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

std::vector<nsys::RankRow> rank_rows_of(const MatchedExperiment& matched) {
  std::vector<nsys::RankRow> rows;
  const Experiment& experiment = matched.experiment;
  for (size_t rank = 0; rank < experiment.ranks.size(); ++rank) {
    const RankRecord& record = experiment.record(rank);
    const ExperimentCapture& capture = experiment.captures[experiment.ranks[rank].capture];
    nsys::RankRow row;
    row.rank = experiment.ranks[rank].label;
    row.number = record.rank;
    if (record.rank) row.numberFrom = record.rank_from;
    row.file = capture.path.string();
    row.host = capture.record.host;
    row.pid = record.pid;
    row.device = record.device;
    row.gpu = record.gpu;
    row.uuid = record.uuid;
    row.group = matched.groups.of_rank[rank];
    row.steps = std::ssize(record.steps);
    std::vector<int64_t> steps;
    for (const RankStep& step : record.steps) steps.push_back(step.time.duration());
    if (!steps.empty()) row.stepNs = median_of_values(std::move(steps));
    row.spanNs = record.span.duration();
    row.busyNs = record.busy;
    row.computeNs = record.compute;
    row.communicationNs = record.communication;
    row.overlapNs = record.overlap;
    row.idleNs = record.idle();
    row.collectives = std::ssize(record.collectives);
    Sum all{};
    for (const RankCollective& of : record.collectives) all += of.time.duration();
    row.collectiveNs = all;
    rows.push_back(std::move(row));
  }
  for (const CollectiveTurn& turn : matched.turns) {
    if (!turn.waits) continue;
    for (size_t i = 0; i < turn.turns.size(); ++i) {
      nsys::RankRow& row = rows[turn.turns[i].rank];
      if (turn.host) {
        row.mpiWaitNs += turn.turns[i].wait;
        row.mpiTransferNs += turn.transfer;
        continue;
      }
      row.transferNs += turn.transfer;
      row.waitNs += turn.turns[i].wait;
      if (!turn.last) continue;
      ++row.lastOf;
      row.last += *turn.last == i ? 1 : 0;
    }
  }
  for (nsys::RankRow& row : rows) row.unmatchedNs = row.collectiveNs - row.transferNs - row.waitNs;
  return rows;
}

std::optional<NcclOperation> operation_named(std::string_view name) {
  for (const NcclOperation of :
       {NcclOperation::all_gather, NcclOperation::all_reduce, NcclOperation::all_to_all,
        NcclOperation::broadcast, NcclOperation::reduce, NcclOperation::reduce_scatter})
    if (name_of(of) == name) return of;
  return std::nullopt;
}

// As nccl-tests define it; only where the message and the number of ranks are known.
std::optional<double> bus_bandwidth(const nsys::CollectiveRow& row) {
  const auto operation = operation_named(row.operation);
  if (!operation || !row.bytes || row.medianTransferNs <= 0) return std::nullopt;
  const NcclFactors factors = nccl_factors(*operation, row.statedRanks.value_or(std::ssize(row.ranks)));
  if (!factors.sizes || !factors.bus) return std::nullopt;
  return static_cast<double>(*row.bytes) * *factors.sizes * *factors.bus /
         static_cast<double>(row.medianTransferNs);
}

std::vector<nsys::CollectiveRow> collective_rows_of(const MatchedExperiment& matched) {
  std::map<std::tuple<uint32_t, std::string, int64_t>, std::vector<const CollectiveTurn*>> groups;
  for (const CollectiveTurn& turn : matched.turns)
    groups[{turn.communicator, turn.collective->operation, turn.collective->bytes}].push_back(&turn);
  std::vector<nsys::CollectiveRow> rows;
  for (const auto& [key, turns] : groups) {
    const auto& [number, operation, bytes] = key;
    const MatchedCommunicator& communicator = matched.communicators[number];
    nsys::CollectiveRow row;
    row.communicator = communicator.name;
    row.byOrder = communicator.by_order;
    row.host = communicator.host;
    row.operation = operation;
    if (bytes >= 0) row.bytes = bytes;
    if (communicator.stated_ranks > 0) row.statedRanks = communicator.stated_ranks;
    for (const uint32_t rank : communicator.ranks) row.ranks.push_back(matched.experiment.ranks[rank].label);
    row.instances = std::ssize(turns);
    std::vector<int64_t> transfers;
    std::map<uint32_t, int64_t> last;
    for (const CollectiveTurn* turn : turns) {
      row.transferNs += turn->transfer;
      for (const RankTurn& of : turn->turns) row.waitNs += of.wait;
      row.longestWaitNs = std::max(row.longestWaitNs, turn->longest_wait);
      transfers.push_back(turn->transfer);
      if (!turn->last) continue;
      ++row.lastOf;
      ++last[turn->turns[*turn->last].rank];
    }
    row.medianTransferNs = median_of_values(std::move(transfers));
    for (const auto& [rank, count] : last)
      if (count > row.last) {
        row.last = count;
        row.mostOftenLast = matched.experiment.ranks[rank].label;
      }
    row.busGBps = bus_bandwidth(row);
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.waitNs > b.waitNs; });
  return rows;
}

// By how much the step numbers of a rank are behind those of the first one with steps: captures may begin at
// different steps.
int64_t step_offset(const MatchedExperiment& matched, uint32_t first, uint32_t rank) {
  const Experiment& experiment = matched.experiment;
  const CaptureClock& one = matched.clocks[experiment.ranks[first].capture];
  const CaptureClock& other = matched.clocks[experiment.ranks[rank].capture];
  if (experiment.ranks[first].capture != experiment.ranks[rank].capture &&
      (one.source == ClockSource::none || other.source == ClockSource::none))
    return 0;
  const auto& steps = experiment.record(first).steps;
  std::vector<int64_t> offsets;
  for (const RankStep& of : experiment.record(rank).steps) {
    const int64_t middle = other.aligned(of.time.start + of.time.duration() / 2);
    const auto after = std::partition_point(steps.begin(), steps.end(), [&](const RankStep& step) {
      return one.aligned(step.time.start) <= middle;
    });
    if (after == steps.begin() || one.aligned((after - 1)->time.end) < middle) continue;
    offsets.push_back((after - 1)->number - of.number);
  }
  return offsets.size() * 2 > experiment.record(rank).steps.size() ? median_of_values(std::move(offsets)) : 0;
}

std::string slowest_in(const MatchedExperiment& matched, const nsys::RankStepRow& row) {
  constexpr double kClearly = 1.02;
  std::optional<size_t> slowest;
  for (size_t rank = 0; rank < row.ownNs.size(); ++rank)
    if (row.ownNs[rank] >= 0 && (!slowest || row.ownNs[rank] > row.ownNs[*slowest])) slowest = rank;
  if (!slowest) return "";
  std::vector<int64_t> others;
  for (size_t rank = 0; rank < row.ownNs.size(); ++rank)
    if (rank != *slowest && row.ownNs[rank] >= 0 &&
        matched.groups.of_rank[rank] == matched.groups.of_rank[*slowest])
      others.push_back(row.ownNs[rank]);
  if (others.empty() || static_cast<double>(row.ownNs[*slowest]) <
                            kClearly * static_cast<double>(median_of_values(std::move(others))))
    return "";
  return matched.experiment.ranks[*slowest].label;
}

std::vector<nsys::RankStepRow> step_rows_of(const MatchedExperiment& matched) {
  const Experiment& experiment = matched.experiment;
  const size_t ranks = experiment.ranks.size();
  std::vector<std::vector<std::pair<int64_t, int64_t>>> waits(ranks);  // start and wait
  for (const CollectiveTurn& turn : matched.turns)
    for (const RankTurn& of : turn.turns)
      if (!turn.host) waits[of.rank].emplace_back(of.kernel->time.start, of.wait);
  std::map<int64_t, nsys::RankStepRow> rows;
  for (uint32_t rank = 0; rank < ranks; ++rank) {
    if (experiment.record(rank).steps.empty()) continue;
    const int64_t offset = matched.step_offsets[rank];
    auto& own_waits = waits[rank];
    std::sort(own_waits.begin(), own_waits.end());
    for (const RankStep& step : experiment.record(rank).steps) {
      nsys::RankStepRow& row = rows[step.number + offset];
      if (row.durationNs.empty()) {
        row.durationNs.assign(ranks, -1);
        row.ownNs.assign(ranks, -1);
      }
      int64_t waited = 0;
      for (auto at =
               std::lower_bound(own_waits.begin(), own_waits.end(), std::pair(step.time.start, int64_t{-1}));
           at != own_waits.end() && at->first < step.time.end; ++at)
        waited += at->second;
      row.durationNs[rank] = step.time.duration();
      row.ownNs[rank] = std::max<int64_t>(0, step.time.duration() - waited);
    }
  }
  std::vector<nsys::RankStepRow> all;
  for (auto& [number, row] : rows) {
    row.step = number;
    row.slowest = slowest_in(matched, row);
    all.push_back(std::move(row));
  }
  return all;
}

std::vector<nsys::ClockRow> clock_rows_of(const MatchedExperiment& matched) {
  std::vector<nsys::ClockRow> rows;
  for (size_t at = 0; at < matched.clocks.size(); ++at) {
    const CaptureClock& clock = matched.clocks[at];
    nsys::ClockRow row;
    row.file = matched.experiment.captures[at].path.string();
    row.from = name_of(clock.source);
    if (clock.source == ClockSource::collectives) {
      row.aheadNs = clock.ahead;
      row.driftPpm = clock.drift * 1e6;
      row.residualNs = clock.residual;
      row.ends = static_cast<int64_t>(clock.pairs);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

bool spans_captures(const MatchedExperiment& matched, const MatchedCommunicator& communicator) {
  return std::any_of(communicator.ranks.begin(), communicator.ranks.end(), [&](uint32_t rank) {
    return matched.experiment.ranks[rank].capture != matched.experiment.ranks[communicator.ranks.front()].capture;
  });
}

// At how many times captures were recorded that no collective connects: more than one are several runs.
size_t runs_in(const MatchedExperiment& matched) {
  constexpr int64_t kSecondNs = 1'000'000'000;
  constexpr int64_t kClockError = 30;  // seconds by which clocks of hosts differ at most
  if (std::any_of(matched.communicators.begin(), matched.communicators.end(),
                  [&](const MatchedCommunicator& of) { return spans_captures(matched, of); }))
    return 1;
  std::vector<Interval> times;
  for (const ExperimentCapture& capture : matched.experiment.captures) {
    Interval time;
    for (const RankRecord& rank : capture.record.ranks) time = hull(time, rank.span);
    if (!capture.record.utc_start || time.empty()) continue;
    // In seconds, so that no time of a broken file overflows.
    const auto second = [&](int64_t ns) { return *capture.record.utc_start / kSecondNs + ns / kSecondNs; };
    times.push_back({second(time.start) - kClockError, second(time.end) + kClockError + 1});
  }
  return IntervalSet::union_of(std::move(times)).intervals().size();
}

nsys::RankFinding several_runs(size_t runs) {
  nsys::RankFinding finding;
  finding.key = "several-runs";
  finding.severity = "information";
  finding.title = fmt::format("The captures are of {} runs, so no rank is judged", runs);
  finding.detail = "They were recorded at times that do not overlap, and no collective of one is in another.";
  finding.advice = "Give the captures of one run, or the folder that holds them alone.";
  return finding;
}

void add_notes(const MatchedExperiment& matched, nsys::RankReport& report) {
  const Experiment& experiment = matched.experiment;
  report.notes = experiment.notes;
  size_t unnumbered = 0;
  for (size_t rank = 0; rank < experiment.ranks.size(); ++rank)
    unnumbered += experiment.record(rank).rank ? 0 : 1;
  if (unnumbered > 0)
    report.notes.push_back(fmt::format(
        "Nothing in the captures states the number of {} of {} ranks: they have the names of their files",
        unnumbered, experiment.ranks.size()));
  int64_t kernels = 0;
  for (const nsys::RankRow& row : report.ranks) kernels += row.collectives;
  const bool has_mpi = std::any_of(matched.communicators.begin(), matched.communicators.end(),
                                   [](const MatchedCommunicator& of) { return of.host; });
  if (kernels == 0 && !has_mpi)
    report.notes.push_back("No rank ran communication kernels: ranks are compared by their own times alone");
  else if (matched.communicators.empty())
    report.notes.push_back(
        "No collective was found on two ranks: ranks are compared by their own times alone");
  int64_t unmatched = 0;
  int64_t unmatched_calls = 0;
  std::set<std::string> by_order;
  for (const MatchedCommunicator& of : matched.communicators) {
    (of.host ? unmatched_calls : unmatched) += of.unmatched;
    if (of.by_order) by_order.insert(of.name);
    if (of.stated_ranks > std::ssize(of.ranks))
      report.notes.push_back(fmt::format(
          "Communicator {} has {} ranks, of which {} are in these captures: waits are among those alone",
          of.name, of.stated_ranks, of.ranks.size()));
  }
  if (!by_order.empty())
    report.notes.push_back(fmt::format(
        "The captures do not state the communicators of {}: collectives are matched by stream and order, where their ends agree",
        fmt::join(by_order, ", ")));
  if (unmatched > 0)
    report.notes.push_back(
        fmt::format("{} of {} communication kernels have no partner on each rank of their communicator",
                    unmatched, kernels));
  if (unmatched_calls > 0)
    report.notes.push_back(
        fmt::format("{} have no partner on each rank of their communicator",
                    counted(unmatched_calls, "collective call of MPI", "collective calls of MPI")));
  if (has_mpi)
    report.notes.push_back(
        "Transfer and waiting in MPI are times of the host, which a GPU may have worked through");
  for (const ExperimentCapture& capture : experiment.captures)
    for (const std::string& note : capture.record.notes)
      report.notes.push_back(capture.path.filename().string() + ": " + note);
}

}  // namespace

MatchedExperiment matched_experiment(const Experiment& experiment) {
  std::vector<MatchedCommunicator> communicators = match_collectives(experiment);
  std::vector<CaptureClock> clocks = rank_clocks(experiment, communicators);
  WorkGroups groups = work_groups(experiment);
  std::vector<RankWork> work = rank_work(experiment, groups);
  MatchedExperiment matched{experiment,
                            std::move(communicators),
                            std::move(clocks),
                            {},
                            std::move(groups),
                            std::move(work),
                            std::vector<int64_t>(experiment.ranks.size())};
  matched.turns = collective_turns(experiment, matched.communicators, matched.clocks);
  std::optional<uint32_t> first;
  for (uint32_t rank = 0; rank < experiment.ranks.size(); ++rank) {
    if (experiment.record(rank).steps.empty()) continue;
    if (!first) first = rank;
    matched.step_offsets[rank] = step_offset(matched, *first, rank);
  }
  return matched;
}

nsys::RankReport rank_report(const MatchedExperiment& matched) {
  nsys::RankReport report;
  if (const size_t runs = runs_in(matched); runs > 1)
    report.findings = {several_runs(runs)};
  else
    report.findings = rank_findings(matched);
  report.ranks = rank_rows_of(matched);
  report.collectives = collective_rows_of(matched);
  report.steps = step_rows_of(matched);
  report.clocks = clock_rows_of(matched);
  for (const UnreadCapture& of : matched.experiment.unread)
    report.unread.push_back({of.path.string(), of.reason});
  add_notes(matched, report);
  return report;
}

Result<Experiment> experiment_at(const std::vector<std::string>& paths, const ExperimentOptions& options,
                                 const Work& work) {
  const auto files = captures_below(paths);
  if (!files) return tl::unexpected(files.error());
  if (files->empty()) return fail(ErrorCode::bad_request, "No profile is named.");
  auto experiment = read_experiment(*files, options, work);
  if (experiment && experiment->captures.empty())
    return fail(ErrorCode::cannot_do,
                files->size() == 1 ? experiment->unread.front().reason
                                   : fmt::format("None of {} files is a profile. {}", files->size(),
                                                 experiment->unread.front().reason),
                "Export reports with `nsys export --type sqlite`.");
  return experiment;
}

Result<nsys::RankReport> rank_report_of(const std::vector<std::string>& paths,
                                        const ExperimentOptions& options, const Work& work) {
  const auto experiment = experiment_at(paths, options, work);
  if (!experiment) return tl::unexpected(experiment.error());
  return cancellable(
      work, [&]() -> Result<nsys::RankReport> { return rank_report(matched_experiment(*experiment)); });
}

}  // namespace nsys_ai
