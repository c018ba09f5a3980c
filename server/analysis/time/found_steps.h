// Where the steps of one process may come from: ranges of a label, or kernels that repeat.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/time/iterations.h"

namespace nsys_ai {

struct FoundSteps {
  ProcessSteps steps;  // `first` and `end` are not told
  std::vector<Iteration> all;
};

// By process; a process has none where `source` says so.
using StepsByProcess = std::vector<FoundSteps>;

// The ranges of that text or of its normalised label.
void find_named_steps(const Profile& profile, std::string_view marker, StepsByProcess& found);
// Ranges whose label says that they are steps.
void find_labelled_steps(const Profile& profile, StepsByProcess& found);
// A label whose ranges tile most of a thread's time, in the processes without steps that use a GPU.
void find_tiling_steps(const Profile& profile, StepsByProcess& found);
// Kernels that repeat on its busiest GPU, in the processes without steps.
void find_repeating_kernels(const Profile& profile, StepsByProcess& found);

// Whether those figures come nearer to steps.
bool nearer_to_steps(const RepeatFigures& a, const RepeatFigures& b);

}  // namespace nsys_ai
