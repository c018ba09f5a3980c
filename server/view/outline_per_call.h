// What each range takes per call, beside what the same range takes in another run.
#pragma once

#include <optional>
#include <vector>

#include "view/nvtx_outline.h"

namespace nsys_ai {

// Mean time on the GPU of one call, or on the host where both runs have ranges without work on a GPU.
struct PerCall {
  double now = 0;                // ns
  std::optional<double> before;  // nothing where the other run has no such range
  // now / before - 1; nothing where it is not known, or where it was nothing before.
  std::optional<double> change() const;
};

// For each line of `now` that stands for calls. A range is the same where the labels of the path to it are;
// the other run's are taken over all of its threads, since its threads and processes have other numbers.
// Nothing at all where one run has times on the GPU and the other has not.
std::vector<std::optional<PerCall>> outline_per_call(const Outline& now, const Outline& before);

// How many paths of ranges of the other run are not in this one.
int64_t ranges_missing(const Outline& now, const Outline& before);

}  // namespace nsys_ai
