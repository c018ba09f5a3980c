// From when to when a run was recorded, as far as it is a matter of GPUs.
#pragma once

#include "analysis/scope.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// The window of a scope that has one. Else everything that was recorded of GPUs, CUDA calls and ranges, and
// of the threads that make CUDA calls also their calls of the operating system: what they do before the first
// CUDA call and behind the last is a part of the run. Those of other threads are not looked at, since drivers
// and profilers keep threads of their own; where nothing else was recorded, all of them are.
Result<Interval> run_window(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
