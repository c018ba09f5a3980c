// Where to split next: which ranges a round of the annotation loop has, by what the ranges of the last one launched.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/nvtx/located_launches.h"
#include "annotate/python_sources.h"

namespace nsys_ai {

struct RangePlan {
  std::vector<std::string> labels;  // of the next round, in the order of the sources
  std::vector<std::string> added;   // of these, the new ones
  std::string stop;                 // why there is nothing more to split; empty if there is
};

// The regions that a range around these lines is split into: the statements of a function that begins there, or the
// statement itself.
std::vector<std::string> labels_at(const SourceRegions& sources, const std::string& file, int64_t line);

// The regions that the planner splits a range into.
std::vector<std::string> parts_of_range(const SourceRegions& sources, const std::string& label);

// The functions of this name, or `Class.method`; all functions for an empty one. Fails if there is none, or more than
// the budget of ranges allows.
Result<RangePlan> first_plan(const SourceRegions& sources, const std::string& entry, size_t budget);

// Keeps ranges that launched something, and splits those that launched several kernels at once, the most time first:
// a function into its statements, a statement into its parts, its calls and the functions that these may mean.
RangePlan next_plan(const SourceRegions& sources, const LocatedLaunches& measured,
                    const std::vector<std::string>& labels, size_t budget);

}  // namespace nsys_ai
