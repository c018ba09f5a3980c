// How figures of two experiments differ, and how sure that is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/experiment_figures.h"
#include "protocol/nsys_ranks_compare.h"

namespace nsys_ai {

constexpr Draws kFewDraws{500, 42};

// After against before: slower or faster where the ratio is 2 % away from 1 and so is the interval of 95 %.
struct SideChange {
  std::string word = "notTested";
  std::optional<double> log_ratio;
  std::optional<LogBounds> interval;
};

SideChange side_change(const RunDurations& before, const RunDurations& after, Draws draws);

RunDurations one_by_one(const std::vector<int64_t>& values);
int64_t middle_of(const RunDurations& run);
std::optional<nsys::RatioBounds> bounds_of(const std::optional<LogBounds>& of);

// The greatest change first.
std::vector<nsys::CollectiveChangeRow> collective_changes(const ExperimentFigures& before,
                                                          const ExperimentFigures& after);
std::vector<nsys::KernelChangeRow> kernel_changes(const ExperimentFigures& before,
                                                  const ExperimentFigures& after);

}  // namespace nsys_ai
