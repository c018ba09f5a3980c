// The time in which no step of a process was open, and what its scheduler did in it.
#pragma once

#include <vector>

#include "analysis/phases/phase_work.h"

namespace nsys_ai {

// One element per process with several steps; only steps of the engine count, not parts of them. The thread that
// opens the next step is what is looked at: each nanosecond goes to the outermost range that lies in the gap, else to
// a CUDA call, else to a call of the operating system.
Result<std::vector<PhaseWork>> time_between_steps(const Profile& profile, const Phases& phases,
                                                  const Scope& scope, const Work& work);

}  // namespace nsys_ai
