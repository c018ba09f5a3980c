// Goes from capture to capture along matched collectives.
#include "ranks/rank_clocks.h"

#include <algorithm>
#include <cmath>

#include "ranks/sequence_pairs.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewestEnds = 3;

int64_t end_of(const Experiment& experiment, uint32_t rank, const MatchedCommunicator& of, uint32_t row) {
  return experiment.record(rank).taken(of.host)[row].time.end;
}

// Pairs (own wall clock, how much later it ends there than on captures that are aligned) of a capture.
std::vector<std::pair<int64_t, int64_t>> ends_against(const Experiment& experiment,
                                                      const std::vector<MatchedCommunicator>& communicators,
                                                      const std::vector<CaptureClock>& clocks,
                                                      const std::vector<bool>& is_aligned, uint32_t capture) {
  std::vector<std::pair<int64_t, int64_t>> pairs;
  // Calls of MPI end less exactly together than kernels do.
  const bool any_kernels = std::any_of(communicators.begin(), communicators.end(),
                                       [](const MatchedCommunicator& of) { return !of.host; });
  for (const MatchedCommunicator& of : communicators)
    for (const MatchedCollective& collective : of.matched) {
      if (of.host && any_kernels) break;
      if (!waits_for_all(of, collective)) continue;
      std::vector<int64_t> own, others;
      for (size_t i = 0; i < of.ranks.size(); ++i) {
        const uint32_t other = experiment.ranks[of.ranks[i]].capture;
        const int64_t end = end_of(experiment, of.ranks[i], of, collective.of_rank[i]);
        if (other == capture)
          own.push_back(clocks[capture].base + end);
        else if (is_aligned[other])
          others.push_back(clocks[other].aligned(end));
      }
      if (own.empty() || others.empty()) continue;
      std::sort(own.begin(), own.end());
      std::sort(others.begin(), others.end());
      pairs.emplace_back(own[own.size() / 2], own[own.size() / 2] - others[others.size() / 2]);
    }
  return pairs;
}

}  // namespace

std::string_view name_of(ClockSource source) {
  switch (source) {
    case ClockSource::none:
      return "none";
    case ClockSource::session_start:
      return "session start";
    case ClockSource::collectives:
      return "collectives";
  }
  return "";
}

int64_t CaptureClock::aligned(int64_t time) const {
  const int64_t wall = base + time;
  return wall - ahead - std::llround(drift * static_cast<double>(wall - middle));
}

int64_t CaptureClock::time_at(int64_t wall) const {
  // The drift is that of the own clock, which is `ahead` of the wall.
  const int64_t own = wall + ahead;
  return own + std::llround(drift / (1 - drift) * static_cast<double>(own - middle)) - base;
}

std::vector<CaptureClock> rank_clocks(const Experiment& experiment,
                                      const std::vector<MatchedCommunicator>& communicators) {
  std::vector<CaptureClock> clocks;
  for (const ExperimentCapture& capture : experiment.captures) {
    CaptureClock clock;
    if (capture.record.utc_start) {
      clock.source = ClockSource::session_start;
      clock.base = *capture.record.utc_start;
    }
    clocks.push_back(clock);
  }
  if (clocks.size() < 2) return clocks;
  std::vector<bool> is_aligned(clocks.size());
  std::vector<bool> is_done(clocks.size());
  // Captures that share no collective, even by way of others, form several sets.
  for (uint32_t first = 0; first < clocks.size(); ++first) {
    if (is_done[first]) continue;
    is_aligned.assign(clocks.size(), false);
    is_aligned[first] = is_done[first] = true;
    std::vector<uint32_t> set = {first};
    for (;;) {
      uint32_t best = 0;
      std::vector<std::pair<int64_t, int64_t>> ends;
      for (uint32_t capture = 0; capture < clocks.size(); ++capture) {
        if (is_done[capture]) continue;
        auto own = ends_against(experiment, communicators, clocks, is_aligned, capture);
        if (own.size() <= ends.size()) continue;
        best = capture;
        ends = std::move(own);
        break;
      }
      if (ends.size() < kFewestEnds) break;
      const size_t pairs = ends.size();
      const EndFit fit = fit_ends(std::move(ends));
      clocks[best] = {ClockSource::collectives,
                      clocks[best].base,
                      fit.offset,
                      fit.drift,
                      fit.middle,
                      fit.residual,
                      pairs};
      is_aligned[best] = is_done[best] = true;
      set.push_back(best);
    }
    if (set.size() < 2) continue;
    clocks[first].source = ClockSource::collectives;
    clocks[first].pairs = clocks[set[1]].pairs;
    // The middle of the clocks is right.
    std::vector<int64_t> ahead;
    for (const uint32_t of : set) ahead.push_back(clocks[of].ahead);
    std::sort(ahead.begin(), ahead.end());
    const int64_t middle = ahead[(ahead.size() - 1) / 2];
    for (const uint32_t of : set) clocks[of].ahead -= middle;
  }
  return clocks;
}

}  // namespace nsys_ai
