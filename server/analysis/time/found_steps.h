// The candidates for the steps of one process: ranges of a label, or repeating kernels.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/time/iterations.h"

namespace nsys_ai {

struct FoundSteps {
  ProcessSteps steps;  // `first` and `end` are unset
  std::vector<Iteration> all;
};

// Indexed by process; `source` says where a process has none.
using StepsByProcess = std::vector<FoundSteps>;

// When each process launched its kernels and graphs recorded as one operation, in order.
std::vector<std::vector<int64_t>> launch_times(const Profile& profile);

// Uses the ranges of that text or normalised label.
void find_named_steps(const Profile& profile, std::string_view marker, StepsByProcess& found);
// Uses ranges whose label names a step.
void find_labelled_steps(const Profile& profile, StepsByProcess& found);
// Uses outermost ranges that number themselves, in processes without steps: `sample_0`, `sample_1`.
void find_numbered_steps(const Profile& profile, StepsByProcess& found);
// Uses a label whose ranges tile most of a thread's time, in processes without steps that use a GPU.
void find_tiling_steps(const Profile& profile, StepsByProcess& found);
// Uses the repeating kernels on the busiest GPU of each process without steps.
void find_repeating_kernels(const Profile& profile, StepsByProcess& found);

// Whether the figures of `a` are closer to those of steps.
bool nearer_to_steps(const RepeatFigures& a, const RepeatFigures& b);

}  // namespace nsys_ai
