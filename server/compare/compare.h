// Compares two sides, each one run of a program or several: how sure a difference is, and where the time
// went.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compare/run_figures.h"
#include "protocol/nsys_compare.h"

namespace nsys_ai {

struct CompareOptions {
  std::optional<double> floor = {};  // the noise floor as a share, where it is known
};

// Each side has at least one run.
nsys::Comparison compare_runs(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                              const CompareOptions& options = {});

// A capture of one side, and the part of it that counts.
struct ComparedProfile {
  ProfilePtr profile;
  ScopeRequest scope = {};                       // GPUs, process and window
  std::optional<int64_t> first = {}, last = {};  // steps, both included
};

// The figures of runs by the best units that all of them have.
Result<std::vector<RunFigures>> figures_of(const std::vector<ComparedProfile>& runs);
// The same by given units, for comparing with figures that were kept.
Result<std::vector<RunFigures>> figures_by(const std::vector<ComparedProfile>& runs, UnitRequest request);
// Of both sides.
struct SideFigures {
  std::vector<RunFigures> before;
  std::vector<RunFigures> after;
};
Result<SideFigures> figures_of(const std::vector<ComparedProfile>& before,
                               const std::vector<ComparedProfile>& after);

}  // namespace nsys_ai
