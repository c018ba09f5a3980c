// The figures of an experiment that are compared with those of another one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compare/statistics.h"
#include "ranks/rank_verdicts.h"

namespace nsys_ai {

// One step of one rank, from its first operation to that of the next step, or its whole capture. Times in ns.
struct RankUnit {
  int64_t number = 0;
  int64_t ns = 0;
  int64_t wait = 0;
  int64_t transfer = 0;
  int64_t busy = 0;
  int64_t communication = 0;

  int64_t own() const { return ns > wait ? ns - wait : 0; }
};

struct TransferFigures {
  std::vector<int64_t> transfers;
  int64_t wait = 0;  // of all participants, summed
};
// Participants, operation and bytes (-1 where no capture says): numbers of communicators differ between runs.
using CollectiveKey = std::tuple<std::vector<std::string>, std::string, int64_t>;

struct KernelFigures {
  int64_t calls = 0;
  int64_t ns = 0;
};

struct ExperimentFigures {
  bool by_steps = false;
  std::map<std::string, std::vector<RankUnit>> units;  // by label of the rank
  std::map<CollectiveKey, TransferFigures> collectives;
  std::map<std::string, KernelFigures> kernels;  // over all ranks
  bool all_kernels = true;                       // otherwise only the most costly ones of each rank are known
  int64_t unit_count = 0;                        // over all ranks, for means of kernels
};

bool has_steps(const MatchedExperiment& matched);
// `labels` are those of its ranks, or of ranks of another experiment that they are compared with.
ExperimentFigures experiment_figures(const MatchedExperiment& matched, const std::vector<std::string>& labels,
                                     bool by_steps);

// Units of one number are drawn together.
RunDurations unit_durations(const ExperimentFigures& figures);

}  // namespace nsys_ai
