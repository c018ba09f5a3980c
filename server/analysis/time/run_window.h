// Determines the time window of a run, as far as it concerns GPUs.
#pragma once

#include "analysis/scope.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// Returns the window of a scope that has one. Otherwise it spans all recorded GPU operations, CUDA calls and
// ranges, and what threads that make CUDA calls and main threads do beyond: calls of the operating system, and
// time on a core. Other threads are ignored because drivers and profilers run threads of their own; they count
// only where nothing else was recorded. It begins with the recording where the file gives its length and shows
// a process start that uses CUDA: without that start, a file can hold a part of its recording.
Result<Interval> run_window(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
