// Determines the time window of a run, as far as it concerns GPUs.
#pragma once

#include "analysis/scope.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// Returns the window of a scope that has one. Otherwise it spans all recorded GPU operations, CUDA calls and
// ranges, and the operating system calls of threads that make CUDA calls, since their time before the first
// and after the last CUDA call is part of the run. Other threads are ignored because drivers and profilers
// run threads of their own; they count only where nothing else was recorded.
Result<Interval> run_window(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
